//! The listening side: connections, each of which the server can close in the middle of anything.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::Request;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Notify;
use tokio::task::JoinSet;

/// More connections wait to be accepted.
const MOST_CONNECTIONS: usize = 256;

/// How long a connection may stay open without a whole request, in real time.
const PATIENCE: Duration = Duration::from_secs(120);

/// A handler's way to close the connection it answers on. Comes with each request, as an extension.
#[derive(Debug, Clone, Default)]
pub(crate) struct Line(Arc<Notify>);

impl Line {
    /// Closes the connection. The handler's future goes with it.
    pub(crate) fn cut(&self) {
        self.0.notify_one();
    }
}

/// Serves until dropped, and closes all connections then. What is not HTTP is answered 400, or the connection closed.
pub(crate) async fn serve(listener: TcpListener, router: Router) {
    let mut connections = JoinSet::new();
    loop {
        tokio::select! {
            Some(_) = connections.join_next() => {}
            accepted = listener.accept(), if connections.len() < MOST_CONNECTIONS => match accepted {
                Ok((stream, _)) => {
                    connections.spawn(converse(stream, router.clone()));
                }
                // Too many open files and the like: others may free some.
                Err(_) => tokio::time::sleep(Duration::from_millis(10)).await,
            },
        }
    }
}

async fn converse(stream: TcpStream, router: Router) {
    // Small replies must not wait for each other's acknowledgement.
    let _ = stream.set_nodelay(true);
    let line = Line::default();
    let service = tower_with(line.clone(), router);
    // A caller that sends no request keeps no connection for ever.
    let conversation = hyper::server::conn::http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(PATIENCE)
        .serve_connection(TokioIo::new(stream), service);
    tokio::select! {
        _ = conversation => {}
        () = line.0.notified() => {}
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
        request.extensions_mut().insert(line.clone());
        let service = TowerToHyperService::new(router.clone());
        async move { hyper::service::Service::call(&service, request).await }
    })
}
