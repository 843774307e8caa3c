//! Values that options of several commands take.

use std::ffi::OsString;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::str::FromStr;

use clap::builder::{OsStringValueParser, TypedValueParser};

/// A whole number within limits; `what` begins the sentence that says so, as in "a port".
pub(super) fn whole<N>(what: &'static str, limits: RangeInclusive<N>) -> impl Fn(&str) -> Result<N, String> + Clone
where
    N: FromStr + PartialOrd + std::fmt::Display + Clone,
{
    move |text| {
        let number = text.parse().ok().filter(|number| limits.contains(number));
        number.ok_or_else(|| format!("{what} is a whole number from {} to {}", limits.start(), limits.end()))
    }
}

/// Something that is not nothing, which an empty variable of a shell would be. `what` says what it is to be.
pub(super) fn something(what: &'static str) -> impl TypedValueParser<Value = OsString> {
    OsStringValueParser::new()
        .try_map(move |text| if text.is_empty() { Err(format!("it is empty, and {what} is meant")) } else { Ok(text) })
}

/// A file to be written. `-`, which elsewhere means stdout, would be one of that name here.
pub(super) fn new_file() -> impl TypedValueParser<Value = PathBuf> {
    something("a file").try_map(|text| match text.to_str() {
        Some("-") => Err("this is not written to stdout; name a file (one of that name is ./-)"),
        _ => Ok(PathBuf::from(text)),
    })
}
