//! HTTP on loopback, on a thread of its own.

use std::convert::Infallible;
use std::io;
use std::net::{Ipv4Addr, TcpListener};
use std::sync::Arc;
use std::thread;

use flowdrop_conformance::adapter::ChatReply;
use http_body_util::{BodyExt as _, Full, LengthLimitError, Limited};
use hyper::body::{Bytes, Incoming};
use hyper::header::{CACHE_CONTROL, CONTENT_TYPE, HeaderValue};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Request, Response, StatusCode};
use hyper_util::rt::TokioIo;

use super::runs::{Place, Runs, lock};

/// The longest body that is read, in bytes.
const MOST: usize = 64 << 20;

/// Starts to serve, and says where.
pub(super) fn start(runs: Arc<Runs>) -> io::Result<String> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
    listener.set_nonblocking(true)?;
    let address = listener.local_addr()?.to_string();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_io()
        .build()?;
    thread::Builder::new()
        .name("witness".to_owned())
        .spawn(move || runtime.block_on(serve(listener, runs)))?;
    Ok(address)
}

async fn serve(listener: TcpListener, runs: Arc<Runs>) {
    let Ok(listener) = tokio::net::TcpListener::from_std(listener) else {
        return;
    };
    loop {
        // A connection that is gone before it is taken, or no room for one more: the
        // client is told by its own end of it.
        let Ok((stream, _)) = listener.accept().await else {
            tokio::task::yield_now().await;
            continue;
        };
        // One write an answer, and it leaves at once.
        let _ = stream.set_nodelay(true);
        let runs = Arc::clone(&runs);
        tokio::spawn(async move {
            let service = service_fn(|request| answer(&runs, request));
            let connection = http1::Builder::new();
            // How a connection ends is seen by what was asked over it.
            let _ = connection
                .serve_connection(TokioIo::new(stream), service)
                .await;
        });
    }
}

async fn answer(
    runs: &Runs,
    request: Request<Incoming>,
) -> Result<Response<Full<Bytes>>, Infallible> {
    let (head, body) = request.into_parts();
    let (method, path) = (head.method.as_str(), head.uri.path());
    let reply = match runs.find(path) {
        Place::Nowhere => runs.stray(method, path),
        Place::Run(model, rest) => {
            let body = Limited::new(body, MOST).collect().await;
            let body = body
                .map(http_body_util::Collected::to_bytes)
                .map_err(|error| {
                    if error.is::<LengthLimitError>() {
                        format!("its body is longer than {} MiB", MOST >> 20)
                    } else {
                        "its body ended early".to_owned()
                    }
                });
            let body = body.as_deref().map_err(String::as_str);
            lock(&model).ask(method, &rest, body)
        }
    };
    Ok(response(reply))
}

fn response(reply: ChatReply) -> Response<Full<Bytes>> {
    let mut response = Response::new(Full::from(reply.body));
    *response.status_mut() = StatusCode::from_u16(reply.status).unwrap_or_default();
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(reply.content_type));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}
