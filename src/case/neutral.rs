//! The neutral start: nothing of what happened before helps or hinders.

use super::compile::Case;
use super::error::CaseError;
use crate::act::{Act, Performed};
use crate::device::Input;
use crate::screen::{Action, Global};

/// Stops the app in front, the apps opened so far and every app that the case names, but for those it keeps, and shows
/// the home screen.
///
/// Only apps of the phone's own list are stopped: what else may be in front, a dialog of the system or the home screen
/// itself, is not an app that anybody opened.
pub(super) async fn neutral(case: &Case, act: &mut Act) -> Result<(), CaseError> {
    act.observe().await?;
    if act.home().is_none() {
        go_home(act).await?;
    }
    let installed = act.installed().await?;
    let mut apps = act.opened();
    apps.extend(case.apps().iter().filter(|app| !apps.contains(app)).cloned().collect::<Vec<_>>());
    for app in apps {
        let stoppable = installed.iter().any(|known| known.package == app) && act.home().as_deref() != Some(&app);
        if stoppable && !case.keeps(&app) {
            stop(act, &app).await?;
        }
    }
    go_home(act).await
}

async fn stop(act: &mut Act, app: &str) -> Result<(), CaseError> {
    // Ends: the third input that is turned away in a row is an error.
    let stop = Input::StopApp { package: app.to_owned() };
    while let Performed::NotExecuted { .. } = act.command(&stop, &stop.to_string()).await? {}
    Ok(())
}

async fn go_home(act: &mut Act) -> Result<(), CaseError> {
    loop {
        let screen = act.observe().await?;
        match act.perform(&Action::Global { name: Global::Home }, &screen, "home").await? {
            Performed::Sent(_) => return Ok(()),
            Performed::Refused { because } => return Err(CaseError::Refused(because)),
            Performed::NotExecuted { .. } | Performed::Stale { .. } => {}
        }
    }
}
