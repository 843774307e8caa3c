//! The goals of this package as tests.

use goalpost::event::Verdict;
use goalpost::verify::{Args, Evaluation, Probe, Registry, Used};

fn main() -> std::process::ExitCode {
    goalpost::suite::main(Registry::new().with("settings-in-front", settings_in_front))
}

/// A verifier in Rust: it reads the phone through its probe and knows nothing of what the agent said.
async fn settings_in_front(probe: Probe, _args: Args) -> Result<Evaluation, Box<dyn std::error::Error + Send + Sync>> {
    let screen = probe.observe().await?;
    let package = screen.phone.package_name.as_str();
    let verdict = if package == "com.android.settings" { Verdict::Confirmed } else { Verdict::Refuted };
    // What the rule went by, so that `goalpost prove` changes just that.
    let used = Used::Front("com.android.settings".to_owned());
    Ok(Evaluation::of("the Settings app is in front", verdict, probe.now()).read(package).and_used([used]))
}
