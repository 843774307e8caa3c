//! Where a server is: checked once, before anything is sent.

use std::fmt;

use url::{Host, Url};

/// The base URL of a server: `https`, or `http` on this machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BaseUrl {
    /// Without a trailing slash in its path.
    url: Url,
    loopback: bool,
}

/// Why a text is no base URL. The text itself is not repeated where it may hold a password.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BaseUrlError {
    /// It is no URL at all.
    #[error("not a URL ({reason}): write it like https://host/path")]
    NotAUrl {
        /// What the parser says.
        reason: String,
    },
    /// Another scheme than `https`, and not `http` on this machine.
    #[error(
        "{scheme}://{host} is refused: use https, or http with localhost, 127.x.x.x or [::1]; \
         otherwise the key and the screen would cross the network unprotected"
    )]
    NotProtected {
        /// The scheme.
        scheme: String,
        /// The host.
        host: String,
    },
    /// It has a user, a password, a query or a fragment.
    #[error("{host} must come without a user, a password, a query and a fragment: a base URL is host and path alone")]
    TooMuch {
        /// The host.
        host: String,
    },
}

impl BaseUrl {
    /// Reads a base URL. A trailing slash is dropped, and white space around it.
    ///
    /// # Errors
    /// When it is no URL, holds more than host and path, or would send keys unprotected to another machine.
    pub fn parse(text: &str) -> Result<Self, BaseUrlError> {
        let mut url = Url::parse(text.trim()).map_err(|error| BaseUrlError::NotAUrl { reason: error.to_string() })?;
        let loopback = match url.host() {
            Some(Host::Domain(name)) => name.eq_ignore_ascii_case("localhost"),
            Some(Host::Ipv4(ip)) => ip.is_loopback(),
            Some(Host::Ipv6(ip)) => ip.is_loopback(),
            None => false,
        };
        let host = url.host_str().unwrap_or_default().to_owned();
        match url.scheme() {
            "https" if !host.is_empty() => {}
            "http" if loopback => {}
            scheme => return Err(BaseUrlError::NotProtected { scheme: scheme.to_owned(), host }),
        }
        if !url.username().is_empty() || url.password().is_some() || url.query().is_some() || url.fragment().is_some() {
            return Err(BaseUrlError::TooMuch { host });
        }
        let path = url.path().trim_end_matches('/').to_owned();
        url.set_path(&path);
        Ok(Self { url, loopback })
    }

    /// Whether the server is on this machine.
    #[must_use]
    pub fn is_loopback(&self) -> bool {
        self.loopback
    }

    /// Whether it is reached without TLS.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        self.url.scheme() == "http"
    }

    /// The path, without a slash at its end: `/v1`, or nothing.
    #[must_use]
    pub fn path(&self) -> &str {
        self.url.path().trim_end_matches('/')
    }

    /// Host and port, as messages name it.
    #[must_use]
    pub fn authority(&self) -> &str {
        self.url.authority()
    }

    /// The path of a request below this base, encoded as it is sent.
    pub(super) fn path_below(&self, segments: &[String]) -> String {
        let url = self.join(segments, &[]);
        url.path().strip_prefix(self.path()).unwrap_or(url.path()).to_owned()
    }

    /// This base with more path and a query. Segments are percent-encoded, so an id cannot reach another path.
    pub(super) fn join(&self, segments: &[String], query: &[(String, String)]) -> Url {
        let mut url = self.url.clone();
        if let Ok(mut path) = url.path_segments_mut() {
            path.pop_if_empty();
            for segment in segments {
                // The URL standard gives these two a meaning even when they are encoded; no id is called so.
                path.push(if segment == "." || segment == ".." { "_" } else { segment });
            }
        }
        if !query.is_empty() {
            url.query_pairs_mut().extend_pairs(query);
        }
        url
    }
}

impl fmt::Display for BaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.url.as_str().trim_end_matches('/'))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case("https://api.mobilerun.ai/v1", "https://api.mobilerun.ai/v1", false)]
    #[case(" https://api.mobilerun.ai/v1/ ", "https://api.mobilerun.ai/v1", false)]
    #[case("https://host", "https://host", false)]
    #[case("http://localhost:80/v1//", "http://localhost/v1", true)]
    #[case("http://LOCALHOST:4000", "http://localhost:4000", true)]
    #[case("http://127.9.8.7:1/a", "http://127.9.8.7:1/a", true)]
    #[case("http://[::1]:9", "http://[::1]:9", true)]
    #[case("https://127.0.0.1:1", "https://127.0.0.1:1", true)]
    fn a_base_url_loses_its_trailing_slash(#[case] text: &str, #[case] shown: &str, #[case] loopback: bool) {
        let base = BaseUrl::parse(text).unwrap();
        assert_eq!((base.to_string().as_str(), base.is_loopback()), (shown, loopback));
    }

    #[rstest]
    #[case::other_host("http://api.mobilerun.ai/v1")]
    #[case::private_network("http://192.168.0.2:8080")]
    #[case::looks_like_loopback("http://localhost.evil.com")]
    #[case::hidden_behind_a_user("http://localhost@evil.com")]
    #[case::any_address("http://0.0.0.0:1")]
    #[case::other_scheme("ftp://localhost")]
    #[case::no_scheme("api.mobilerun.ai/v1")]
    #[case::password("https://me:secret@host")]
    #[case::query("https://host/v1?key=secret")]
    #[case::fragment("https://host/v1#x")]
    #[case::empty("")]
    fn what_is_no_safe_base_url_is_refused_without_repeating_a_password(#[case] text: &str) {
        let error = BaseUrl::parse(text).unwrap_err().to_string();
        assert!(!error.contains("secret"), "{error}");
    }

    #[rstest]
    #[case("a/b", "https://h/v1/devices/a%2Fb")]
    #[case("..", "https://h/v1/devices/_")]
    #[case("%2e%2e", "https://h/v1/devices/%252e%252e")]
    #[case("a?b#c", "https://h/v1/devices/a%3Fb%23c")]
    #[case("ü", "https://h/v1/devices/%C3%BC")]
    fn an_id_stays_one_segment(#[case] id: &str, #[case] url: &str) {
        let base = BaseUrl::parse("https://h/v1").unwrap();
        assert_eq!(base.join(&["devices".to_owned(), id.to_owned()], &[]).as_str(), url);
    }
}
