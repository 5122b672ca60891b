//! The server refuses whatever is not its own page's request.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::time::Duration;

use vtrace_view::document::{Graph, Run, SCHEMA, Step};
use vtrace_view::{Board, Engine, Exhibit, Extra, Reached, Server, Sink, Wish};

/// An engine that knows one choice.
struct Ticking;

impl Engine for Ticking {
    fn understands(&self, schedule: &[String]) -> Result<(), String> {
        match schedule.iter().find(|choice| *choice != "tick") {
            Some(other) => Err(format!("`{other}` is not a tick")),
            None => Ok(()),
        }
    }

    fn go(&self, wish: &Wish, send: &mut Sink) -> std::io::Result<Reached> {
        for made in wish.known..=wish.schedule.len() + wish.go_on {
            send(&Step { output: format!("tick {made}"), ..Step::default() })?;
        }
        Ok(Reached::default())
    }
}

struct Peer {
    server: Server,
    host: String,
    token: String,
}

fn start(board: Option<Arc<Board>>) -> Peer {
    let mut exhibit = Exhibit::new("test");
    exhibit.add_graph(
        "graph",
        &Graph {
            form: "graph",
            schema: SCHEMA,
            title: "one state".into(),
            sentence: String::new(),
            states: 1,
            initial: 0,
            labels: vec!["i".into()],
            edges: Vec::new(),
            finals: Vec::new(),
            path: Vec::new(),
            cycle: None,
            notes: Vec::new(),
        },
    );
    exhibit.add_run("run", "it ticks", Run::new("ticks", Vec::new()), Some(Arc::new(Ticking)));
    let make = || Ok(vec![("ticks.txt".to_string(), "tick".to_string())]);
    exhibit.attach("run", Extra { name: "text", title: "ticks", slow: false, make: Box::new(make) });
    let make = || Err("the clock stands still".to_string());
    exhibit.attach("run", Extra { name: "broken", title: "none", slow: true, make: Box::new(make) });
    let (server, _) = Server::start(exhibit, board).unwrap();
    let url = server.url();
    let (host, token) = url.strip_prefix("http://").unwrap().trim_end_matches('/').split_once('/').unwrap();
    Peer { host: host.to_string(), token: token.to_string(), server }
}

impl Peer {
    /// Sends a request as it stands; gives the status and the whole answer.
    fn send(&self, request: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(&self.host).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let status = answer.split(' ').nth(1).and_then(|code| code.parse().ok()).unwrap_or(0);
        (status, answer)
    }

    /// Asks for a branch.
    fn branch(&self, item: &str, body: &str) -> (u16, String) {
        let (host, token, length) = (&self.host, &self.token, body.len());
        self.send(&format!(
            "POST /{token}/branch/{item} HTTP/1.1\r\nHost: {host}\r\nContent-Length: {length}\r\n\r\n{body}"
        ))
    }

    fn get(&self, path: &str) -> (u16, String) {
        self.send(&format!("GET {path} HTTP/1.1\r\nHost: {}\r\n\r\n", self.host))
    }
}

#[test]
fn the_page_and_its_documents_are_served() {
    let peer = start(None);
    let (status, page) = peer.get(&format!("/{}/", peer.token));
    assert_eq!(status, 200);
    assert!(page.contains("Content-Security-Policy: default-src 'none'"), "{}", &page[..600]);
    let (status, index) = peer.get(&format!("/{}/document/index", peer.token));
    assert_eq!(status, 200);
    assert!(index.contains("\"name\":\"graph\""), "{index}");
    assert_eq!(peer.get(&format!("/{}/document/graph", peer.token)).0, 200);
}

#[test]
fn the_address_is_on_the_loopback_interface_and_its_token_is_long() {
    let (one, other) = (start(None), start(None));
    assert!(one.server.url().starts_with("http://127.0.0.1:"));
    assert_eq!(one.token.len(), 32);
    assert_ne!(one.token, other.token);
}

#[test]
fn without_its_token_nothing_is_answered() {
    let peer = start(None);
    let mut wrong = peer.token.clone();
    let last = if wrong.pop() == Some('0') { '1' } else { '0' };
    wrong.push(last);
    for path in
        ["/", "/document/index", "//", "/x/", &format!("/{wrong}/"), &format!("/{}", &peer.token[..16])]
    {
        assert_eq!(peer.get(path).0, 403, "{path}");
    }
}

#[test]
fn other_hosts_and_other_pages_are_refused() {
    let peer = start(None);
    let path = format!("/{}/document/index", peer.token);
    for host in ["evil.example", "127.0.0.1", "evil.example:80", "127.0.0.1:1", "localhost"] {
        let (status, _) = peer.send(&format!("GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n"));
        assert_eq!(status, 403, "{host}");
    }
    for origin in ["http://evil.example", "null", "http://127.0.0.1:1", "https://localhost"] {
        let request = format!("GET {path} HTTP/1.1\r\nHost: {}\r\nOrigin: {origin}\r\n\r\n", peer.host);
        assert_eq!(peer.send(&request).0, 403, "{origin}");
    }
    let own = format!("GET {path} HTTP/1.1\r\nHost: {0}\r\nOrigin: http://{0}\r\n\r\n", peer.host);
    assert_eq!(peer.send(&own).0, 200);
}

#[test]
fn no_path_leads_to_a_file() {
    let peer = start(None);
    for name in [
        "../../../../etc/passwd",
        "..%2f..%2fetc%2fpasswd",
        "/etc/passwd",
        "document/../../etc/passwd",
        "document//etc/passwd",
        "document/..",
        "document/",
        "page/app.js",
    ] {
        let (status, answer) = peer.get(&format!("/{}/{name}", peer.token));
        assert_eq!(status, 404, "{name}");
        assert!(!answer.contains("root:"), "{name}");
    }
}

#[test]
fn other_methods_and_nonsense_are_refused() {
    let peer = start(None);
    let (host, token) = (&peer.host, &peer.token);
    assert_eq!(peer.send(&format!("DELETE /{token}/ HTTP/1.1\r\nHost: {host}\r\n\r\n")).0, 405);
    assert_eq!(peer.send("hello\r\n\r\n").0, 400);
    assert_eq!(peer.branch("run", "nonsense").0, 400);
    let (status, answer) = peer.branch("run", r#"{"schedule":["jump 1"]}"#);
    assert_eq!(status, 400);
    assert!(answer.contains("`jump 1` is not a tick"), "{answer}");
    assert_eq!(peer.branch("graph", r#"{"schedule":[]}"#).0, 404, "there is no engine behind a graph");
    assert_eq!(peer.get(&format!("/{token}/branch/7")).0, 404);
    assert_eq!(peer.get(&format!("/{token}/progress")).0, 404);
}

#[test]
fn a_branch_is_sent_step_by_step_without_those_that_the_page_has() {
    let peer = start(None);
    let (status, answer) = peer.branch("run", r#"{"schedule":["tick","tick"],"known":2,"go_on":1}"#);
    assert_eq!(status, 200);
    assert!(answer.ends_with("{\"branch\":1}"), "{answer}");
    let (status, answer) = peer.get(&format!("/{}/branch/1", peer.token));
    assert_eq!(status, 200);
    let steps: Vec<&str> = answer.lines().filter(|line| line.starts_with("data: ")).collect();
    assert_eq!(steps.len(), 3, "{answer}");
    assert!(steps[0].contains("tick 2") && steps[1].contains("tick 3"), "{answer}");
    assert!(answer.ends_with("event: end\ndata: {\"next\":[]}\n\n"), "{answer}");
}

#[test]
fn things_to_take_away_are_made_when_somebody_asks_for_them() {
    let peer = start(None);
    let get = |path: &str| peer.get(&format!("/{}/extra/{path}", peer.token));
    let (status, answer) = get("run/text");
    assert_eq!(status, 200);
    assert!(answer.ends_with(r#"{"files":[["ticks.txt","tick"]]}"#), "{answer}");
    let (status, answer) = get("run/broken");
    assert_eq!(status, 500);
    assert!(answer.contains("the clock stands still"), "{answer}");
    for path in ["run/other", "graph/text", "run", "../run/text", ""] {
        assert_eq!(get(path).0, 404, "{path}");
    }
}

#[test]
fn progress_is_told_until_it_is_over() {
    let board = Arc::new(Board::default());
    let peer = start(Some(board.clone()));
    board.write("{\"states\":1}".into(), false);
    let writer = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(300));
        board.write("{\"states\":2}".into(), true);
    });
    let (status, answer) = peer.get(&format!("/{}/progress", peer.token));
    writer.join().unwrap();
    assert_eq!(status, 200);
    assert!(answer.contains("event: progress\ndata: {\"states\":1}"), "{answer}");
    assert!(answer.ends_with("event: end\ndata: {\"states\":2}\n\n"), "{answer}");
}
