//! Query parameters as the service takes them: decimal integers, booleans as Go's `ParseBool` reads them, lists joined
//! by commas in one parameter (mobilerun-api 1.1). Parameters nobody asked for are not looked at.

use serde_json::json;

use super::problem::{Flaw, Problem};

/// The decoded query of one request, with the flaws found while reading it.
#[derive(Debug, Default)]
pub(crate) struct Query {
    pairs: Vec<(String, String)>,
    flaws: Vec<Flaw>,
}

impl Query {
    pub(crate) fn parse(query: Option<&str>) -> Self {
        let pairs = url::form_urlencoded::parse(query.unwrap_or_default().as_bytes()).into_owned().collect();
        Self { pairs, flaws: Vec::new() }
    }

    /// The first value of `name`; an empty one counts as absent.
    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        self.pairs
            .iter()
            .find(|(key, _)| key == name)
            .map(|(_, value)| value.as_str())
            .filter(|value| !value.is_empty())
    }

    pub(crate) fn boolean(&mut self, name: &str) -> Option<bool> {
        let value = self.text(name)?;
        match value {
            "1" | "t" | "T" | "true" | "TRUE" | "True" => Some(true),
            "0" | "f" | "F" | "false" | "FALSE" | "False" => Some(false),
            _ => {
                self.flaw(name, "invalid boolean");
                None
            }
        }
    }

    pub(crate) fn integer(&mut self, name: &str, min: i64, max: i64) -> Option<i64> {
        match self.text(name)?.parse::<i64>() {
            Ok(n) if n < min => self.flaw(name, format!("expected number >= {min}")),
            Ok(n) if n > max => self.flaw(name, format!("expected number <= {max}")),
            Ok(n) => return Some(n),
            Err(_) => self.flaw(name, "invalid integer"),
        }
        None
    }

    pub(crate) fn one_of(&mut self, name: &str, options: &[&str]) -> Option<String> {
        self.list(name, options).and_then(|mut values| values.pop())
    }

    /// The comma-joined values of `name`, each one of `options`.
    pub(crate) fn list(&mut self, name: &str, options: &[&str]) -> Option<Vec<String>> {
        let values: Vec<String> = self.text(name)?.split(',').map(str::to_owned).collect();
        if values.iter().all(|value| options.contains(&value.as_str())) {
            return Some(values);
        }
        self.flaw(name, format!("expected value to be one of \"{}\"", options.join(", ")));
        None
    }

    pub(crate) fn instant(&mut self, name: &str) -> Option<jiff::Timestamp> {
        match self.text(name)?.parse() {
            Ok(instant) => Some(instant),
            Err(_) => {
                self.flaw(name, "expected string to be RFC 3339 date-time");
                None
            }
        }
    }

    fn flaw(&mut self, name: &str, message: impl Into<String>) {
        let value = self.text(name).map(|value| json!(value));
        self.flaws.push(Flaw::new(format!("query.{name}"), message, value));
    }

    /// Ends the reading.
    ///
    /// # Errors
    ///
    /// 422 with every flaw found.
    pub(crate) fn finish(self) -> Result<(), Problem> {
        if self.flaws.is_empty() { Ok(()) } else { Err(Problem::invalid(self.flaws)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_split_at_plain_and_encoded_commas() {
        let mut query = Query::parse(Some("state=ready,stopped&type=a%2Cb"));
        assert_eq!(query.list("state", &["ready", "stopped"]).unwrap(), ["ready", "stopped"]);
        assert_eq!(query.list("type", &["a", "b"]).unwrap(), ["a", "b"]);
        assert!(query.finish().is_ok());
    }

    #[test]
    fn every_flaw_is_named() {
        let mut query = Query::parse(Some("page=0&pageSize=x&mine=maybe&orderBy=size"));
        query.integer("page", 1, 9);
        query.integer("pageSize", 1, 9);
        query.boolean("mine");
        query.one_of("orderBy", &["id"]);
        let locations: Vec<_> = query.finish().unwrap_err().errors.into_iter().map(|e| e.location).collect();
        assert_eq!(locations, ["query.page", "query.pageSize", "query.mine", "query.orderBy"]);
    }
}
