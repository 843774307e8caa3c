//! The app that a step names, among those of the phone.

use super::runner::Runner;
use super::step::Problem;
use crate::plain::printable;
use crate::screen::App;
use crate::spec::{Package, suggest};

/// Apps named where the one that is asked for is not there.
const NEAREST: usize = 5;
/// Apps compared with it.
const COMPARED: usize = 500;

impl Runner<'_> {
    /// Makes sure that the phone has an app: one that it does not have is the script's mistake, not the phone's.
    ///
    /// # Errors
    /// It does not have it, with what it has; or the phone fails.
    pub(super) async fn has_app(&mut self, package: &Package) -> Result<(), Problem> {
        let apps = self.act().installed().await?;
        if apps.iter().any(|app| app.package == package.as_str()) {
            return Ok(());
        }
        Err(Problem::Unresolved(format!("the phone has no app {package}; {}", nearest(package, &apps))))
    }
}

/// The phone's apps whose names come nearest, the package that was meant first of all.
fn nearest(package: &Package, apps: &[App]) -> String {
    let named = |app: &App| format!("{} ({})", printable(&app.label, 40), printable(&app.package, 80));
    if let Some(near) = suggest(package.as_str(), apps.iter().map(|app| app.package.as_str()))
        && let Some(app) = apps.iter().find(|app| app.package == near)
    {
        return format!("did you mean {}?", named(app));
    }
    let wanted = package.as_str().rsplit('.').next().unwrap_or_default().to_lowercase();
    let likeness = |name: &str| strsim::normalized_damerau_levenshtein(&name.to_lowercase(), &wanted);
    let mut apps: Vec<&App> = apps.iter().take(COMPARED).collect();
    apps.sort_by_cached_key(|app| {
        let words = app.label.split(' ').chain(app.package.rsplit('.').next()).map(likeness);
        std::cmp::Reverse((words.fold(0.0, f64::max) * 1000.0) as u32)
    });
    match apps.iter().take(NEAREST).map(|app| named(app)).collect::<Vec<_>>() {
        near if near.is_empty() => "it lists none".to_owned(),
        near => format!("it has {}", near.join(", ")),
    }
}
