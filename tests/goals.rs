//! The goals of this package as tests, one per case.

fn main() -> std::process::ExitCode {
    goalpost::suite::main(goalpost::verify::Registry::new())
}
