//! The service behind the phone, this machine's clock, and the phone itself.

use super::{Finding, Patient, answer, clock, impatient, unreachable};
use crate::clock::Clock;
use crate::device::mobilerun::{Mobilerun, Standing};
use crate::device::{Device, DeviceError};
use crate::event::Events;
use crate::http::{BaseUrl, Options};
use crate::suite::DeviceChoice;
use crate::suite::supply::served;

const SERVICE: &str = "phone service";
const CLOCK: &str = "clock";
const PHONE: &str = "phone";

/// Nothing for the embedded phone, which is looked at anyway.
pub(super) async fn check(patient: &Patient<'_>) -> Vec<Finding> {
    let options = impatient(Options::default());
    let (account, how, variable) = match &patient.choice.device {
        DeviceChoice::Simulated => return Vec::new(),
        DeviceChoice::Served(url) => match served(url) {
            Ok(base) => (Mobilerun::new(base, None, options, Clock::real(), Events::silent()), "", "--device"),
            Err(error) => return vec![Finding::error(SERVICE, &error)],
        },
        DeviceChoice::Mobilerun(_) => {
            // What is wrong with these is said by their own checks.
            let Some(settings) = patient.settings() else { return Vec::new() };
            let (Ok(base), Ok(key)) = (BaseUrl::parse(settings.mobilerun_base_url()), settings.mobilerun_key()) else {
                return Vec::new();
            };
            if key.is_none() && !base.is_loopback() {
                return if named(patient).is_some_and(|ids| ids.is_empty()) { vec![nobody()] } else { Vec::new() };
            }
            let how = answer(&base, key.is_some());
            (Mobilerun::new(base, key.as_ref(), options, Clock::real(), Events::silent()), how, "MOBILERUN_BASE_URL")
        }
    };
    let account = match account {
        Ok(account) => account,
        Err(error) => return vec![Finding::error(SERVICE, &error)],
    };
    let mut findings = Vec::new();
    match account.reach().await {
        Ok(reached) => {
            findings.push(Finding::ok(SERVICE, format!("answers in {} ms{how}", reached.took.as_millis())));
            findings.extend(clock(CLOCK, &reached, Clock::real().now()));
        }
        Err(error) => {
            let said = error.to_string();
            return vec![match error {
                DeviceError::NoAnswer { .. } => Finding::fail(SERVICE, said.clone(), unreachable(variable, &said)),
                _ => Finding::error(SERVICE, &said),
            }];
        }
    }
    findings.extend(phones(patient, &account).await);
    findings
}

/// The phones of an account that arguments or environment name; none where there is no account.
fn named(patient: &Patient<'_>) -> Option<Vec<String>> {
    match &patient.choice.device {
        DeviceChoice::Mobilerun(Some(id)) => Some(vec![id.clone()]),
        DeviceChoice::Mobilerun(None) => {
            Some(patient.settings().map(|settings| settings.device_ids()).unwrap_or_default())
        }
        DeviceChoice::Simulated | DeviceChoice::Served(_) => None,
    }
}

fn nobody() -> Finding {
    let advice =
        "`goalpost devices --device mobilerun` lists them: set MOBILERUN_DEVICE_ID, or use --device mobilerun=ID";
    Finding::fail(PHONE, "no phone is named", advice)
}

/// The phones that a command would use.
async fn phones(patient: &Patient<'_>, account: &Mobilerun) -> Vec<Finding> {
    let ids = match named(patient) {
        Some(ids) if ids.is_empty() => return vec![nobody()],
        Some(ids) => ids,
        None => match account.devices().await {
            Ok(devices) => devices.into_iter().map(|device| device.id).take(1).collect(),
            Err(error) => return vec![Finding::error(PHONE, &error)],
        },
    };
    if ids.is_empty() {
        return vec![Finding::fail(PHONE, "the service has no phone", "start one there")];
    }
    let mut findings = Vec::new();
    for id in &ids {
        findings.push(phone(account, id).await);
    }
    findings
}

async fn phone(account: &Mobilerun, id: &str) -> Finding {
    let check = format!("{PHONE} {id}");
    let info = match account.device_info(id).await {
        Ok(info) => info,
        Err(error) => return Finding::error(&check, &error),
    };
    match info.standing() {
        Standing::Ready => match account.device(id).observe().await {
            Ok(screen) => {
                let front = if screen.foreground().is_empty() { "no app" } else { screen.foreground() };
                let found = format!("ready, with {front} in front and {} elements", screen.elements().count());
                Finding::ok(&check, found)
            }
            Err(error) => Finding::error(&check, &error),
        },
        Standing::Coming => Finding::warn(&check, format!("it is {}", info.state), "wait until it is ready"),
        Standing::Down(advice) => Finding::fail(&check, format!("it is {}", info.state), advice),
    }
}
