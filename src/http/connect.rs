//! Measuring how long connections take.
//!
//! reqwest does not say. A layer around its connector can time it, and a task-local set around the request ties what it
//! measured to the request that asked. A connection opened in the background for a request that then went out on
//! another may be counted with it; the figure is for reports, nothing depends on it.

use std::cell::Cell;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use tower_layer::Layer;
use tower_service::Service;

tokio::task_local! {
    static CONNECT: Cell<Option<Duration>>;
}

/// Runs a request and says how long its connection took to come about, if it needed one.
pub(super) async fn timed<F: Future>(request: F) -> (F::Output, Option<Duration>) {
    CONNECT
        .scope(Cell::new(None), async {
            let output = request.await;
            (output, CONNECT.with(Cell::get))
        })
        .await
}

/// Put around reqwest's connector.
#[derive(Clone)]
pub(super) struct TimeConnections;

impl<S> Layer<S> for TimeConnections {
    type Service = Timed<S>;

    fn layer(&self, inner: S) -> Timed<S> {
        Timed(inner)
    }
}

/// A connector that is timed.
#[derive(Clone)]
pub(super) struct Timed<S>(S);

impl<S, R> Service<R> for Timed<S>
where
    S: Service<R>,
    S::Future: Send + 'static,
{
    type Response = S::Response;
    type Error = S::Error;
    type Future = Pin<Box<dyn Future<Output = Result<S::Response, S::Error>> + Send>>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.0.poll_ready(cx)
    }

    fn call(&mut self, request: R) -> Self::Future {
        let started = Instant::now();
        let connecting = self.0.call(request);
        Box::pin(async move {
            let connected = connecting.await;
            // Outside a request, in the background, there is nobody to tell.
            let _ = CONNECT.try_with(|took| took.set(Some(started.elapsed())));
            connected
        })
    }
}
