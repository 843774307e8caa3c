//! What the embedded phone and the offline model listen with: so many connections and no more, each of which the server
//! can close in the middle of anything.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::{Request, Uri};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Notify;
use tokio::task::JoinSet;

/// One more closes the oldest connection on which nothing is being answered; without such a one, it waits.
const MOST_CONNECTIONS: usize = 256;

/// How long a connection may stay open without a whole request, in real time.
const PATIENCE: Duration = Duration::from_secs(120);

/// A handler's way to close the connection it answers on. Comes with each request, as an extension.
#[derive(Debug, Clone, Default)]
pub(crate) struct Line(Arc<Wire>);

/// The address as the caller wrote it, before a router cuts its prefix off. Comes with each request, as an extension.
#[derive(Debug, Clone)]
pub(crate) struct Sent(pub(crate) Uri);

#[derive(Debug, Default)]
struct Wire {
    cut: Notify,
    answering: AtomicUsize,
}

impl Line {
    /// Closes the connection. The handler's future goes with it.
    pub(crate) fn cut(&self) {
        self.0.cut.notify_one();
    }

    fn is_idle(&self) -> bool {
        self.0.answering.load(Ordering::Relaxed) == 0
    }

    fn is_closed(&self) -> bool {
        // The conversation holds the other one.
        Arc::strong_count(&self.0) == 1
    }
}

/// Serves until dropped, and closes all connections then. What is not HTTP is answered 400, or the connection closed.
pub(crate) async fn serve(listener: TcpListener, router: Router) {
    let mut connections = JoinSet::new();
    let mut lines: VecDeque<Line> = VecDeque::new();
    loop {
        tokio::select! {
            Some(_) = connections.join_next() => lines.retain(|line| !line.is_closed()),
            accepted = listener.accept(), if connections.len() < MOST_CONNECTIONS || lines.iter().any(Line::is_idle) => match accepted {
                Ok((stream, _)) => {
                    if connections.len() >= MOST_CONNECTIONS && let Some(oldest) = lines.iter().position(Line::is_idle) {
                        lines.remove(oldest).iter().for_each(Line::cut);
                    }
                    let line = Line::default();
                    lines.push_back(line.clone());
                    connections.spawn(converse(stream, line, router.clone()));
                }
                // Too many open files and the like: others may free some.
                Err(_) => tokio::time::sleep(Duration::from_millis(10)).await,
            },
        }
    }
}

async fn converse(stream: TcpStream, line: Line, router: Router) {
    // Small replies must not wait for each other's acknowledgement.
    let _ = stream.set_nodelay(true);
    let service = tower_with(line.clone(), router);
    // A caller that sends no request keeps no connection for ever.
    let conversation = hyper::server::conn::http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(PATIENCE)
        .serve_connection(TokioIo::new(stream), service);
    tokio::select! {
        _ = conversation => {}
        () = line.0.cut.notified() => {}
    }
}

fn tower_with(
    line: Line,
    router: Router,
) -> impl hyper::service::HttpService<
    hyper::body::Incoming,
    ResBody = Body,
    Error = std::convert::Infallible,
    Future = impl Future<Output = Result<axum::http::Response<Body>, std::convert::Infallible>> + Send,
> {
    hyper::service::service_fn(move |request: Request<hyper::body::Incoming>| {
        let mut request = request.map(Body::new);
        let sent = Sent(request.uri().clone());
        request.extensions_mut().insert(sent);
        request.extensions_mut().insert(line.clone());
        let service = TowerToHyperService::new(router.clone());
        let answering = Answering::on(&line);
        async move {
            let _answering = answering;
            hyper::service::Service::call(&service, request).await
        }
    })
}

/// Held while a request is being answered.
struct Answering(Line);

impl Answering {
    fn on(line: &Line) -> Self {
        line.0.answering.fetch_add(1, Ordering::Relaxed);
        Self(line.clone())
    }
}

impl Drop for Answering {
    fn drop(&mut self) {
        self.0.0.answering.fetch_sub(1, Ordering::Relaxed);
    }
}
