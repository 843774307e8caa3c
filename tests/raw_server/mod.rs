//! A server on bare sockets, for all that a proper HTTP server refuses to do: hang up, reset, stop half way, say nothing.

// Each test binary uses its own part of this.
#![allow(dead_code, unreachable_pub, clippy::unwrap_used, clippy::expect_used)]

use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// What the server does with one request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Then {
    /// Answers and keeps the connection.
    Answer(String),
    /// Writes these bytes, then closes the connection in good order.
    WriteAndClose(String),
    /// Writes these bytes, then resets the connection.
    WriteAndReset(String),
    /// Reads nothing of the request and resets the connection.
    ResetUnread,
    /// Never answers.
    Silence,
}

impl Then {
    /// A whole answer with a JSON body.
    pub fn json(status: u16, body: &str) -> Self {
        Self::Answer(answer(status, "", body))
    }

    /// The same with more headers, each ending in CR LF.
    pub fn with_headers(status: u16, headers: &str, body: &str) -> Self {
        Self::Answer(answer(status, headers, body))
    }
}

impl Then {
    /// How long a client may wait for it, in real time: not long where nothing comes, and long enough for a busy
    /// machine everywhere else.
    pub fn patience(&self) -> Duration {
        if *self == Self::Silence { Duration::from_millis(400) } else { Duration::from_secs(20) }
    }
}

/// The bytes of a whole answer.
pub fn answer(status: u16, headers: &str, body: &str) -> String {
    format!("HTTP/1.1 {status} Whatever\r\nContent-Length: {}\r\n{headers}\r\n{body}", body.len())
}

/// One request as it arrived.
#[derive(Debug, Clone)]
pub struct Seen {
    /// Counts connections from 0.
    pub connection: usize,
    /// Request line and headers.
    pub head: String,
    pub body: String,
}

impl Seen {
    /// `POST /v1/devices/d/tap`, with its query.
    pub fn line(&self) -> &str {
        self.head.lines().next().unwrap_or_default().trim_end_matches(" HTTP/1.1")
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().skip(1).find_map(|line| {
            let (key, value) = line.split_once(':')?;
            key.eq_ignore_ascii_case(name).then_some(value.trim())
        })
    }
}

/// A running server. It ends with its runtime.
pub struct RawServer {
    pub url: String,
    /// How long a client may wait for any of its answers.
    pub patience: Duration,
    seen: Arc<Mutex<Vec<Seen>>>,
}

impl RawServer {
    /// Serves; `script` is asked about each request, with its number from 0.
    pub async fn start(script: impl Fn(usize, &Seen) -> Then + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/v1", listener.local_addr().unwrap());
        let seen: Arc<Mutex<Vec<Seen>>> = Arc::default();
        let (log, script) = (Arc::clone(&seen), Arc::new(script));
        tokio::spawn(async move {
            for connection in 0.. {
                let Ok((stream, _)) = listener.accept().await else { return };
                tokio::spawn(serve(stream, connection, Arc::clone(&log), Arc::clone(&script)));
            }
        });
        Self { url, patience: Duration::from_secs(20), seen }
    }

    /// Serves a list of answers in order; the last one repeats.
    pub async fn scripted(script: impl Into<Vec<Then>>) -> Self {
        let script = script.into();
        let patience = script.iter().map(Then::patience).min().unwrap_or_default();
        let server = Self::start(move |number, _| script[number.min(script.len() - 1)].clone()).await;
        Self { patience, ..server }
    }

    /// All requests so far, in the order of their arrival.
    pub fn seen(&self) -> Vec<Seen> {
        self.seen.lock().unwrap().clone()
    }

    /// Their request lines.
    pub fn lines(&self) -> Vec<String> {
        self.seen().iter().map(|seen| seen.line().to_owned()).collect()
    }
}

async fn serve(
    mut stream: TcpStream,
    connection: usize,
    log: Arc<Mutex<Vec<Seen>>>,
    script: Arc<impl Fn(usize, &Seen) -> Then>,
) {
    let mut buffer = Vec::new();
    loop {
        // Looks before it reads, so that a reset can come with everything unread.
        let mut peeked = [0; 4096];
        let Ok(length @ 1..) = stream.peek(&mut peeked).await else { return };
        let first =
            Seen { connection, head: String::from_utf8_lossy(&peeked[..length]).into_owned(), body: String::new() };
        let number = log.lock().unwrap().len();
        if script(number, &first) == Then::ResetUnread {
            log.lock().unwrap().push(first);
            stream.set_zero_linger().unwrap();
            return;
        }
        let Some(request) = read_request(&mut stream, &mut buffer, connection).await else { return };
        let then = {
            let mut log = log.lock().unwrap();
            log.push(request.clone());
            script(log.len() - 1, &request)
        };
        match then {
            Then::Answer(text) => {
                if stream.write_all(text.as_bytes()).await.is_err() {
                    return;
                }
            }
            Then::WriteAndClose(text) => {
                let _ = stream.write_all(text.as_bytes()).await;
                let _ = stream.shutdown().await;
                return;
            }
            Then::WriteAndReset(text) => {
                let _ = stream.write_all(text.as_bytes()).await;
                if !text.is_empty() {
                    // A reset throws away what the other side has not read yet: its next write or its end tells.
                    tokio::task::yield_now().await;
                }
                stream.set_zero_linger().unwrap();
                return;
            }
            Then::ResetUnread => unreachable!("decided before reading"),
            Then::Silence => {
                // Held open until the client gives up.
                let _ = stream.read(&mut [0; 1]).await;
                return;
            }
        }
    }
}

async fn read_request(stream: &mut TcpStream, buffer: &mut Vec<u8>, connection: usize) -> Option<Seen> {
    let head_end = loop {
        if let Some(at) = buffer.windows(4).position(|window| window == b"\r\n\r\n") {
            break at + 4;
        }
        if stream.read_buf(buffer).await.ok()? == 0 {
            return None;
        }
    };
    let head = String::from_utf8_lossy(&buffer[..head_end]).into_owned();
    let mut seen = Seen { connection, head, body: String::new() };
    let length: usize = seen.header("content-length").map_or(0, |length| length.parse().unwrap());
    while buffer.len() < head_end + length {
        if stream.read_buf(buffer).await.ok()? == 0 {
            return None;
        }
    }
    seen.body = String::from_utf8_lossy(&buffer[head_end..head_end + length]).into_owned();
    buffer.drain(..head_end + length);
    Some(seen)
}
