//! As much of HTTP/1.1 as the page needs, over a stream: a request with a head and a short body, an answer, a stream of events.
//!
//! Not a library's server: the page needs four routes on the loopback interface from one person's browser, and what is here can be
//! read at a sitting. Whatever is longer or stranger than that is refused.

use std::io::{self, BufRead, BufReader, Read, Write};

/// How long a request's head and body may be.
const HEAD: u64 = 16 << 10;
const BODY: usize = 4 << 20;

/// A request.
#[derive(Debug, Default, PartialEq)]
pub struct Request {
    /// `GET`, `POST`.
    pub method: String,
    /// The path, as it was sent, without the query.
    pub path: String,
    /// The value of Host, in lower case.
    pub host: String,
    /// The value of Origin, if there is one.
    pub origin: Option<String>,
    /// The body.
    pub body: Vec<u8>,
}

/// Reads a request. An error is a status and its text.
pub fn read(stream: &mut impl Read) -> Result<Request, (u16, &'static str)> {
    const BAD: (u16, &str) = (400, "this is no request");
    let mut reader = BufReader::new(stream);
    let mut head = Vec::new();
    loop {
        let before = head.len();
        let room = HEAD.saturating_sub(before as u64);
        let count =
            (&mut reader).take(room).read_until(b'\n', &mut head).map_err(|_| (408, "it took too long"))?;
        if count == 0 || head.last() != Some(&b'\n') {
            return Err(if head.len() as u64 >= HEAD { (431, "the head is too long") } else { BAD });
        }
        if matches!(&head[before..], b"\r\n" | b"\n") {
            break;
        }
    }
    let head = String::from_utf8(head).map_err(|_| BAD)?;
    let mut lines = head.lines();
    let words: Vec<&str> = lines.next().unwrap_or_default().split(' ').collect();
    let [method, target, "HTTP/1.1" | "HTTP/1.0"] = words[..] else { return Err(BAD) };
    let path = target.split('?').next().unwrap_or_default();
    let mut request = Request { method: method.into(), path: path.into(), ..Request::default() };
    let mut length = 0;
    let mut hosts = 0;
    for line in lines.filter(|line| !line.is_empty()) {
        let (name, value) = line.split_once(':').ok_or(BAD)?;
        let value = value.trim();
        match name.to_ascii_lowercase().as_str() {
            "host" => {
                hosts += 1;
                request.host = value.to_ascii_lowercase();
            }
            "origin" => request.origin = Some(value.to_ascii_lowercase()),
            "content-length" => length = value.parse().map_err(|_| BAD)?,
            "transfer-encoding" => return Err((501, "bodies in pieces are not read")),
            _ => {}
        }
    }
    if hosts != 1 {
        return Err((400, "a request names one host"));
    }
    if length > BODY {
        return Err((413, "the body is too long"));
    }
    request.body = vec![0; length];
    reader.read_exact(&mut request.body).map_err(|_| BAD)?;
    Ok(request)
}

/// What every answer says: nobody keeps it, embeds it, guesses its type, or learns its address.
const ALWAYS: &str = "Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nX-Frame-Options: DENY\r\n\
                      Referrer-Policy: no-referrer\r\nCross-Origin-Resource-Policy: same-origin\r\n\
                      Cross-Origin-Opener-Policy: same-origin\r\nConnection: close\r\n";

/// Answers a request.
pub fn answer(out: &mut impl Write, status: u16, kind: &str, extra: &str, body: &[u8]) -> io::Result<()> {
    let reason = match status {
        200 => "OK",
        400 => "Bad Request",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        408 => "Request Timeout",
        413 => "Content Too Large",
        431 => "Request Header Fields Too Large",
        501 => "Not Implemented",
        503 => "Service Unavailable",
        _ => "Internal Server Error",
    };
    let head = format!(
        "HTTP/1.1 {status} {reason}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\n{extra}{ALWAYS}\r\n",
        body.len()
    );
    out.write_all(head.as_bytes())?;
    out.write_all(body)?;
    out.flush()
}

/// Starts an answer that is a stream of events.
pub fn events(out: &mut impl Write) -> io::Result<()> {
    let head = format!("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n{ALWAYS}\r\n");
    out.write_all(head.as_bytes())?;
    out.flush()
}

/// An event of such a stream. `data` is one line.
pub fn event(out: &mut impl Write, name: &str, data: &str) -> io::Result<()> {
    write!(out, "event: {name}\ndata: {data}\n\n")?;
    out.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Request, u16> {
        read(&mut text.as_bytes()).map_err(|(status, _)| status)
    }

    #[test]
    fn a_request_is_read() {
        let request =
            parse("POST /a/b?c=d HTTP/1.1\r\nHost: Localhost:80\r\nContent-Length: 2\r\n\r\nhi").unwrap();
        assert_eq!((request.method.as_str(), request.path.as_str()), ("POST", "/a/b"));
        assert_eq!((request.host.as_str(), request.body.as_slice()), ("localhost:80", &b"hi"[..]));
    }

    #[test]
    fn what_is_strange_is_refused() {
        let long = format!("GET / HTTP/1.1\r\nX: {}\r\n\r\n", "x".repeat(20_000));
        for (text, status) in [
            ("", 400),
            ("GET /\r\n\r\n", 400),
            ("GET / HTTP/1.1\r\n\r\n", 400),
            ("GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400),
            ("GET / HTTP/1.1\r\nHost: a\r\nnonsense\r\n\r\n", 400),
            ("GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n", 501),
            ("GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999\r\n\r\n", 413),
            ("GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nshort", 400),
            (&long, 431),
        ] {
            assert_eq!(parse(text), Err(status), "{:.40}", text);
        }
    }
}
