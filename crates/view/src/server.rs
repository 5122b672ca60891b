//! The server behind the page: on the loopback interface, for whoever has the address with its token.
//!
//! | request | answer |
//! |---|---|
//! | `GET /TOKEN/` | the page |
//! | `GET /TOKEN/document/NAME` | what it shows |
//! | `POST /TOKEN/branch/NAME` | a schedule to go on from; gives the number of a branch |
//! | `GET /TOKEN/branch/N` | the steps of that branch, as they happen |
//! | `GET /TOKEN/progress` | how far a check is, as it goes on |
//!
//! Names are looked up among those that there are; nothing is ever read from a path that a request gives. A request from another
//! page (Origin), or for another host name (DNS rebinding), is refused before its token is looked at.

use std::collections::HashMap;
use std::io::{self, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde::Deserialize;

use crate::board::Board;
use crate::document::Step;
use crate::engine::{Engine, Wish};
use crate::exhibit::{Exhibit, to_json};
use crate::http::{self, Request};
use crate::page;

/// How many requests are answered at once.
const CONNECTIONS: usize = 64;
/// How many branches are remembered.
const BRANCHES: usize = 256;
/// How many steps a branch goes on by itself at most.
const LONGEST: usize = 10_000;
/// How long steps wait for each other: a packet for each of ten thousand would take longer than making them.
const TOGETHER: Duration = Duration::from_millis(40);

/// A server that runs until the process ends.
pub struct Server {
    address: SocketAddr,
    token: String,
}

struct Shared {
    exhibit: Mutex<Arc<Exhibit>>,
    board: Option<Arc<Board>>,
    token: String,
    port: u16,
    busy: AtomicUsize,
    branches: Mutex<(u64, HashMap<u64, Branch>)>,
}

#[derive(Clone)]
struct Branch {
    engine: Arc<dyn Engine>,
    wish: Wish,
}

/// What is asked of a branch.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    schedule: Vec<String>,
    /// How many steps the page has already.
    #[serde(default)]
    known: usize,
    /// How many steps to go on by itself.
    #[serde(default)]
    go_on: usize,
}

/// Changes what a server shows.
#[derive(Clone)]
pub struct Curator(Arc<Shared>);

impl Curator {
    /// Shows something else from now on.
    pub fn show(&self, exhibit: Exhibit) {
        *self.0.exhibit.lock().unwrap_or_else(PoisonError::into_inner) = Arc::new(exhibit);
    }
}

impl Server {
    /// Starts a server on a free port.
    pub fn start(exhibit: Exhibit, board: Option<Arc<Board>>) -> io::Result<(Server, Curator)> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        let address = listener.local_addr()?;
        let token = random()?;
        let shared = Arc::new(Shared {
            exhibit: Mutex::new(Arc::new(exhibit)),
            board,
            token: token.clone(),
            port: address.port(),
            busy: AtomicUsize::new(0),
            branches: Mutex::default(),
        });
        let curator = Curator(shared.clone());
        std::thread::Builder::new().name("view".into()).spawn(move || {
            for stream in listener.incoming().flatten() {
                let shared = shared.clone();
                // If there is no thread to be had, the browser asks again.
                let _ =
                    std::thread::Builder::new().name("request".into()).spawn(move || shared.serve(stream));
            }
        })?;
        Ok((Server { address, token }, curator))
    }

    /// Where the page is.
    pub fn url(&self) -> String {
        format!("http://{}/{}/", self.address, self.token)
    }
}

/// 128 bits that nobody guesses, in hexadecimal.
fn random() -> io::Result<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|error| io::Error::other(error.to_string()))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

impl Shared {
    fn serve(&self, mut stream: TcpStream) {
        let busy = self.busy.fetch_add(1, Ordering::AcqRel);
        let _ = stream.set_read_timeout(Some(Duration::from_secs(10)));
        let _ = stream.set_write_timeout(Some(Duration::from_secs(30)));
        let _ = stream.set_nodelay(true);
        // Whoever asked has gone away if this fails.
        let _ = match http::read(&mut stream) {
            _ if busy >= CONNECTIONS => refuse(&mut stream, 503, "too many requests at once"),
            Ok(request) => self.answer(&mut stream, &request),
            Err((status, text)) => refuse(&mut stream, status, text),
        };
        self.busy.fetch_sub(1, Ordering::AcqRel);
    }

    fn answer(&self, stream: &mut TcpStream, request: &Request) -> io::Result<()> {
        let port = self.port;
        let hosts = [format!("127.0.0.1:{port}"), format!("localhost:{port}")];
        if !hosts.contains(&request.host) {
            return refuse(stream, 403, "this server is for this machine only");
        }
        let own = |origin: &String| hosts.iter().any(|host| *origin == format!("http://{host}"));
        if !request.origin.as_ref().is_none_or(own) {
            return refuse(stream, 403, "this server is for its own page only");
        }
        let path = request.path.strip_prefix('/').unwrap_or_default();
        let Some((token, route)) = path.split_once('/') else {
            return refuse(stream, 403, "the address lacks its token: use the one that vtrace printed");
        };
        if !same(token, &self.token) {
            return refuse(stream, 403, "the address has a wrong token: use the one that vtrace printed");
        }
        match (request.method.as_str(), route.split_once('/').unwrap_or((route, ""))) {
            ("GET", ("", "")) => {
                let nonce = random()?;
                let extra = format!("Content-Security-Policy: {}\r\n", page::policy(&nonce));
                http::answer(stream, 200, HTML, &extra, page::served(&nonce).as_bytes())
            }
            ("GET", ("document", name)) => match self.exhibit().document(name) {
                Some(Ok(json)) => http::answer(stream, 200, JSON, "", json.as_bytes()),
                Some(Err(text)) => refuse(stream, 500, &text),
                None => refuse(stream, 404, "there is no such document"),
            },
            ("GET", ("extra", names)) => {
                let extra = names.split_once('/').and_then(|(item, name)| self.exhibit().extra(item, name));
                match extra {
                    Some(Ok(json)) => http::answer(stream, 200, JSON, "", json.as_bytes()),
                    Some(Err(text)) => refuse(stream, 500, &text),
                    None => refuse(stream, 404, "there is no such thing to take away"),
                }
            }
            ("POST", ("branch", name)) => self.make_branch(stream, name, &request.body),
            ("GET", ("branch", number)) => self.send_branch(stream, number),
            ("GET", ("progress", "")) => self.send_progress(stream),
            ("GET" | "POST", _) => refuse(stream, 404, "there is nothing here"),
            _ => refuse(stream, 405, "only GET and POST are answered"),
        }
    }

    fn exhibit(&self) -> Arc<Exhibit> {
        self.exhibit.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn make_branch(&self, stream: &mut TcpStream, name: &str, body: &[u8]) -> io::Result<()> {
        let asked: Asked = match serde_json::from_slice(body) {
            Ok(asked) => asked,
            Err(error) => return refuse(stream, 400, &format!("the request: {error}")),
        };
        let Some(engine) = self.exhibit().engine(name) else {
            return refuse(stream, 404, "there is no engine behind this document");
        };
        if let Err(error) = engine.understands(&asked.schedule) {
            return refuse(stream, 400, &error);
        }
        let Asked { schedule, known, go_on } = asked;
        let wish = Wish { schedule, known, go_on: go_on.min(LONGEST) };
        let mut branches = self.branches.lock().unwrap_or_else(PoisonError::into_inner);
        branches.0 += 1;
        let number = branches.0;
        branches.1.remove(&number.saturating_sub(BRANCHES as u64));
        branches.1.insert(number, Branch { engine, wish });
        drop(branches);
        http::answer(stream, 200, JSON, "", format!("{{\"branch\":{number}}}").as_bytes())
    }

    fn send_branch(&self, stream: &mut TcpStream, number: &str) -> io::Result<()> {
        let branches = self.branches.lock().unwrap_or_else(PoisonError::into_inner);
        let branch = number.parse().ok().and_then(|number: u64| branches.1.get(&number).cloned());
        drop(branches);
        let Some(Branch { engine, wish }) = branch else {
            return refuse(stream, 404, "there is no such branch");
        };
        http::events(stream)?;
        let mut out = io::BufWriter::with_capacity(1 << 16, &mut *stream);
        let mut sent = Instant::now();
        let mut send = |step: &Step| {
            write!(out, "event: step\ndata: {}\n\n", to_json(step))?;
            if sent.elapsed() >= TOGETHER {
                out.flush()?;
                sent = Instant::now();
            }
            Ok(())
        };
        let reached = engine.go(&wish, &mut send)?;
        out.flush()?;
        drop(out);
        http::event(stream, "end", &to_json(&reached))
    }

    fn send_progress(&self, stream: &mut TcpStream) -> io::Result<()> {
        let Some(board) = &self.board else { return refuse(stream, 404, "no check is running") };
        http::events(stream)?;
        let mut seen = 0;
        loop {
            match board.wait(seen, Duration::from_secs(5)) {
                Some((version, text, over)) => {
                    seen = version;
                    http::event(stream, if over { "end" } else { "progress" }, &text)?;
                    if over {
                        return Ok(());
                    }
                }
                // So that a page that was closed is noticed.
                None => stream.write_all(b": still there\n\n")?,
            }
        }
    }
}

const HTML: &str = "text/html; charset=utf-8";
const JSON: &str = "application/json";

fn refuse(stream: &mut TcpStream, status: u16, text: &str) -> io::Result<()> {
    http::answer(stream, status, "text/plain; charset=utf-8", "", format!("{text}\n").as_bytes())
}

/// Compares in a time that does not tell how much is equal.
fn same(a: &str, b: &str) -> bool {
    a.len() == b.len() && a.bytes().zip(b.bytes()).fold(0, |differs, (a, b)| differs | (a ^ b)) == 0
}
