//! Reading `.aut` files: blocks of whole lines are parsed by all cores and joined in their order.
//!
//! Each block gets its own small table of labels, and the joining goes block by block, so the result does not
//! depend on how many threads there are. Nothing is allocated on the word of the file: the counts in `des` are
//! compared with what was read and reported when they are wrong. On the first error in file order reading stops;
//! at most a few blocks are ever in memory besides the transitions themselves.
//! Linear time; the peak is about 20 bytes a transition (12 as read, 8 in the system).

use std::fmt;
use std::hash::Hasher;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, mpsc};

use hashbrown::HashTable;
use rustc_hash::FxHasher;
use thiserror::Error;

use super::line::{self, Header, LineError, Problem};
use crate::lts::{Label, Labels, Lts, MAX_TRANSITIONS, Transition};
use crate::source;

/// The longest line that is accepted. No tool writes such labels; garbage without line breaks ends here.
pub const MAX_LINE: usize = 1 << 20;

/// How many bytes one thread parses at a time.
const BLOCK: usize = 1 << 21;

/// Why a file could not be read.
#[derive(Debug, Error)]
pub enum ReadError {
    /// The file cannot be opened or its bytes cannot be had.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// The file is not what it should be.
    #[error("{}:{line}:{column}: {problem}", path.display())]
    Syntax {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: u64,
        /// The column, from 1, in characters.
        column: usize,
        /// What is wrong there.
        problem: Problem,
    },
    /// The file is in another format and broken (see [`crate::json`]).
    #[error("{}:{line}:{column}: {message}", path.display())]
    Format {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: u64,
        /// The column, from 1.
        column: usize,
        /// What is wrong there.
        message: String,
    },
}

/// How to read.
#[derive(Clone, Default, Debug)]
pub struct ReadOptions {
    /// How many threads parse; 0 means as many as there are cores.
    pub threads: usize,
}

/// Something odd about a file that did not prevent reading it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Warning {
    /// `des` promises another number of transitions than there are lines.
    TransitionCount {
        /// What `des` says.
        declared: u64,
        /// What is there.
        found: usize,
    },
    /// `des` promises another number of states than there are.
    StateCount {
        /// What `des` says.
        declared: u64,
        /// One more than the largest state.
        found: usize,
    },
    /// Lines that repeat a transition.
    Repeated {
        /// How many lines.
        lines: usize,
    },
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Warning::TransitionCount { declared, found } => {
                write!(f, "the header says {declared} transitions, the file has {found}")
            }
            Warning::StateCount { declared, found } => {
                write!(f, "the header says {declared} states, the file has {found}")
            }
            Warning::Repeated { lines } => {
                write!(f, "{lines} lines repeat an earlier transition; each is counted once")
            }
        }
    }
}

/// A system that was read, and what was odd about its file.
pub struct Reading {
    /// The system.
    pub lts: Lts,
    /// What its file says that is not so.
    pub warnings: Vec<Warning>,
    /// How many bytes were read, after decompression.
    pub bytes: u64,
}

/// Reads the file at `path`; `-` is standard input. Compression is undone.
pub fn read_file(path: &Path, options: &ReadOptions) -> Result<Reading, ReadError> {
    let reader = source::open(path).map_err(|error| ReadError::Io { path: path.into(), error })?;
    read(reader, path, options)
}

/// Reads a system from text in memory, named `<text>` in errors.
pub fn parse(text: &[u8]) -> Result<Reading, ReadError> {
    read(text, Path::new("<text>"), &ReadOptions { threads: 1 })
}

/// Reads a system from `reader`; `path` is only for errors.
pub fn read(reader: impl Read, path: &Path, options: &ReadOptions) -> Result<Reading, ReadError> {
    let mut lines = Blocks { reader, carry: Vec::new(), ended: false, bytes: 0 };
    let io_error = |error| ReadError::Io { path: path.into(), error };
    let syntax = |line: u64, text: &[u8], error: LineError| ReadError::Syntax {
        path: path.into(),
        line,
        column: column(text, error.offset),
        problem: error.problem,
    };

    // The header: the first line that is not blank.
    let mut first = lines.next_block(Vec::new()).map_err(io_error)?;
    if first.starts_with(b"\xef\xbb\xbf") {
        first.drain(..3);
    }
    let mut line_number = 1;
    let mut at = 0;
    let header = loop {
        if at >= first.len() {
            first = lines.next_block(first).map_err(io_error)?;
            at = 0;
            if first.is_empty() {
                let error =
                    LineError { offset: 0, problem: Problem::Expected("the header, as in des (0, 12, 7)") };
                return Err(syntax(line_number, b"", error));
            }
        }
        let end = memchr::memchr(b'\n', &first[at..]).map_or(first.len(), |i| at + i);
        let text = &first[at..end];
        at = (end + 1).min(first.len());
        if !text.trim_ascii().is_empty() {
            if text.len() > MAX_LINE {
                return Err(syntax(line_number, b"", LineError { offset: 0, problem: Problem::TooLong }));
            }
            break line::header(text).map_err(|error| syntax(line_number, text, error))?;
        }
        line_number += 1;
    };
    first.drain(..at);

    let mut parsed = parse_blocks(&mut lines, first, options).map_err(io_error)?;
    let mut base = line_number;
    for block in &parsed {
        if let Some(error) = &block.error {
            return Err(ReadError::Syntax {
                path: path.into(),
                line: base + error.line,
                column: error.column,
                problem: error.problem.clone(),
            });
        }
        base += block.lines;
    }
    join(header, &mut parsed, path, line_number, lines.bytes)
}

/// Joins the blocks to one system, and checks it against its header.
fn join(
    header: Header,
    parsed: &mut [Block],
    path: &Path,
    header_line: u64,
    bytes: u64,
) -> Result<Reading, ReadError> {
    let found: usize = parsed.iter().map(|b| b.transitions.len()).sum();
    let limit = (1usize << 20).saturating_add(found.saturating_mul(64)).min(u32::MAX as usize);
    let sparse = |state: u32, line: u64, column: usize| ReadError::Syntax {
        path: path.into(),
        line,
        column,
        problem: Problem::Sparse { state, transitions: found, limit },
    };
    let mut seen = 0usize;
    let mut base = header_line;
    for block in parsed.iter() {
        if let Some((state, line)) = block.largest {
            if state as usize >= limit {
                return Err(sparse(state, base + line, 1));
            }
            seen = seen.max(state as usize + 1);
        }
        base += block.lines;
    }
    if header.initial as usize >= limit {
        return Err(sparse(header.initial, header_line, 6));
    }
    if found > MAX_TRANSITIONS {
        return Err(ReadError::Syntax {
            path: path.into(),
            line: base,
            column: 1,
            problem: Problem::TooManyTransitions,
        });
    }

    let mut warnings = Vec::new();
    if header.transitions != found as u64 {
        warnings.push(Warning::TransitionCount { declared: header.transitions, found });
    }
    // States without transitions exist only in the header, so a larger count is right unless it is absurd.
    let mut states = seen.max(header.initial as usize + 1);
    if header.states > states as u64 && header.states <= limit as u64 {
        states = header.states as usize;
    } else if header.states != states as u64 {
        warnings.push(Warning::StateCount { declared: header.states, found: states });
    }

    let mut labels = Labels::new();
    for block in parsed.iter_mut() {
        let renamed: Vec<Label> = block.labels.iter().map(|name| labels.intern(name)).collect();
        if renamed.iter().enumerate().any(|(i, label)| i != label.index()) {
            for transition in &mut block.transitions {
                transition.label = renamed[transition.label.index()];
            }
        }
    }
    let parts: Vec<&[Transition]> = parsed.iter().map(|b| &*b.transitions).collect();
    let lts = Lts::from_parts(header.initial, states, labels, &parts);
    if lts.transition_count() < found {
        warnings.push(Warning::Repeated { lines: found - lts.transition_count() });
    }
    Ok(Reading { lts, warnings, bytes })
}

/// Cuts a stream into blocks of whole lines.
struct Blocks<R> {
    reader: R,
    /// What follows the last line break of the block before.
    carry: Vec<u8>,
    ended: bool,
    bytes: u64,
}

impl<R: Read> Blocks<R> {
    /// The next block, in the memory of `buffer`; empty at the end of the stream. Only the last block can lack
    /// a line break at its end, or one that is longer than any line may be.
    fn next_block(&mut self, mut buffer: Vec<u8>) -> io::Result<Vec<u8>> {
        buffer.clear();
        buffer.append(&mut self.carry);
        let mut searched = 0;
        while !self.ended {
            let start = buffer.len();
            let wanted = BLOCK.saturating_sub(start).max(BLOCK / 8);
            let got = (&mut self.reader).take(wanted as u64).read_to_end(&mut buffer)?;
            self.bytes += got as u64;
            if got < wanted {
                self.ended = true;
                break;
            }
            if let Some(last) = memchr::memrchr(b'\n', &buffer[searched..]) {
                self.carry.extend_from_slice(&buffer[searched + last + 1..]);
                buffer.truncate(searched + last + 1);
                break;
            }
            searched = buffer.len();
            if buffer.len() > BLOCK + MAX_LINE {
                self.ended = true; // garbage: the parser will say that the line is too long
            }
        }
        Ok(buffer)
    }
}

/// The first error of a block, with its line counted from 1 within the block.
struct BlockError {
    line: u64,
    column: usize,
    problem: Problem,
}

/// A block after parsing.
#[derive(Default)]
struct Block {
    transitions: Vec<Transition>,
    labels: Vec<String>,
    /// Line breaks in the block.
    lines: u64,
    /// The largest state and its line.
    largest: Option<(u32, u64)>,
    error: Option<BlockError>,
}

type Job = (usize, Vec<u8>);

/// Parses what is left of the stream, `first` being its beginning, up to the first block with an error.
fn parse_blocks<R: Read>(
    lines: &mut Blocks<R>,
    first: Vec<u8>,
    options: &ReadOptions,
) -> io::Result<Vec<Block>> {
    let cores = || std::thread::available_parallelism().map_or(1, |n| n.get());
    let threads = if options.threads == 0 { cores() } else { options.threads };
    if lines.ended && lines.carry.is_empty() || threads == 1 {
        let mut parsed = Vec::new();
        let mut text = first;
        loop {
            let block = parse_block(&text);
            let stop = block.error.is_some();
            parsed.push(block);
            text = lines.next_block(text)?;
            if stop || text.is_empty() {
                return Ok(parsed);
            }
        }
    }

    let stop = AtomicBool::new(false);
    let done: Mutex<Vec<(usize, Block)>> = Mutex::new(Vec::new());
    let spare: Mutex<Vec<Vec<u8>>> = Mutex::new(Vec::new());
    let (sender, receiver) = mpsc::sync_channel::<Job>(threads);
    let receiver = Mutex::new(receiver);
    let result = std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let job = receiver.lock().expect("no thread panics while it waits").recv();
                    let Ok((number, text)) = job else { break };
                    let block = parse_block(&text);
                    if block.error.is_some() {
                        stop.store(true, Ordering::Relaxed);
                    }
                    spare.lock().expect("no thread panics while it returns a buffer").push(text);
                    done.lock().expect("no thread panics while it hands in a block").push((number, block));
                }
            });
        }
        let mut number = 0;
        let mut text = first;
        loop {
            if sender.send((number, text)).is_err() {
                break;
            }
            number += 1;
            if stop.load(Ordering::Relaxed) {
                break;
            }
            let buffer = spare.lock().expect("no thread panics while it returns a buffer").pop();
            text = lines.next_block(buffer.unwrap_or_default())?;
            if text.is_empty() {
                break;
            }
        }
        drop(sender);
        Ok(())
    });
    // Blocks before a broken one have all been handed out, so the first error in file order is among them.
    result.map(|()| {
        let mut blocks = done.into_inner().expect("the threads have ended");
        blocks.sort_by_key(|&(number, _)| number);
        blocks.into_iter().map(|(_, block)| block).collect()
    })
}

fn hash_bytes(bytes: &[u8]) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(bytes);
    hasher.finish()
}

/// Parses a block of lines up to its first error.
fn parse_block(text: &[u8]) -> Block {
    let mut block = Block { transitions: Vec::with_capacity(text.len() / 24), ..Block::default() };
    // The spellings of labels seen in this block, each with the number of its name.
    let mut spellings: Vec<(&[u8], u32)> = Vec::new();
    let mut index: HashTable<u32> = HashTable::new();
    let mut names = Labels::new();
    let mut largest = (0u32, 0u64);
    let mut at = 0;
    while at < text.len() {
        let end = memchr::memchr(b'\n', &text[at..]).map_or(text.len(), |i| at + i);
        let line = &text[at..end];
        at = end + 1;
        block.lines += 1;
        let line_number = block.lines;
        let error = |offset: usize, problem: Problem| BlockError {
            line: line_number,
            column: column(line, offset),
            problem,
        };
        if line.len() > MAX_LINE {
            block.error = Some(error(0, Problem::TooLong));
            break;
        }
        let pieces = match line::transition(line) {
            Ok(Some(pieces)) => pieces,
            Ok(None) => continue,
            Err(e) => {
                block.error = Some(error(e.offset, e.problem));
                break;
            }
        };
        let hash = hash_bytes(pieces.label);
        let known = index.find(hash, |&i| spellings[i as usize].0 == pieces.label).copied();
        let label = match known {
            Some(i) => spellings[i as usize].1,
            None => match line::label_name(pieces.label) {
                Ok(name) => {
                    let number = names.intern(&name).0;
                    let i = spellings.len() as u32;
                    spellings.push((pieces.label, number));
                    index.insert_unique(hash, i, |&i| hash_bytes(spellings[i as usize].0));
                    number
                }
                Err(problem) => {
                    block.error = Some(error(pieces.label_offset, problem));
                    break;
                }
            },
        };
        let larger = pieces.source.max(pieces.target);
        if larger > largest.0 || largest.1 == 0 {
            largest = (larger, line_number);
        }
        block.transitions.push(Transition {
            source: pieces.source,
            label: Label(label),
            target: pieces.target,
        });
    }
    block.largest = (largest.1 > 0).then_some(largest);
    block.labels = names.iter().map(|(_, name)| name.to_owned()).collect();
    block
}

/// The column, from 1 and in characters, of a byte of a line.
fn column(line: &[u8], offset: usize) -> usize {
    let before = &line[..offset.min(line.len())];
    before.iter().filter(|&&b| b & 0xc0 != 0x80).count() + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        match parse(text.as_bytes()) {
            Ok(_) => panic!("{text:?} was read"),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn a_small_file_is_read() {
        let text = "\n\ndes (1, 3, 3)\r\n(0, \"a\", 1)\r\n\r\n(1, tau, 2)\r\n(1, \"i\", 0)";
        let reading = parse(text.as_bytes()).unwrap();
        assert!(reading.warnings.is_empty());
        assert_eq!(reading.lts.initial(), 1);
        assert_eq!(reading.lts.state_count(), 3);
        assert_eq!(reading.lts.tau_edges(1).len(), 2);
    }

    #[test]
    fn errors_say_where() {
        assert!(error("").starts_with("<text>:1:1: expected the header"));
        assert!(error("\n\n").starts_with("<text>:3:1: expected the header"));
        assert_eq!(
            error("des (0, 1, 2)\n\n(0, \"ä\" 1)\n"),
            "<text>:3:8: expected ',' before the target state"
        );
        assert_eq!(error("des (0, 1, 2)\n(0, a, 1)\n(0, \"a, 1)\n"), {
            "<text>:3:5: the label has an opening quote but no closing one"
        });
        assert!(error("des (0, 1, 2)\n(0, a, 4000000000)\n").starts_with("<text>:2:1: state 4000000000"));
    }

    #[test]
    fn wrong_counts_are_reported_and_not_believed() {
        let reading = parse(b"des (0, 99999999999999999999, 77777777777)\n(0, a, 1)\n(0, a, 1)\n").unwrap();
        assert_eq!(reading.lts.state_count(), 2);
        assert_eq!(
            reading.warnings,
            [
                Warning::TransitionCount { declared: u64::MAX, found: 2 },
                Warning::StateCount { declared: 77777777777, found: 2 },
                Warning::Repeated { lines: 1 },
            ]
        );
    }

    #[test]
    fn the_number_of_threads_does_not_matter() {
        let mut text = String::from("des (0, 300000, 1000)\n");
        for i in 0..300_000u32 {
            text.push_str(&format!("({}, \"label {}\", {})\n", i % 1000, i % 977, i % 13));
        }
        let one = read(text.as_bytes(), Path::new("x"), &ReadOptions { threads: 1 }).unwrap();
        let four = read(text.as_bytes(), Path::new("x"), &ReadOptions { threads: 4 }).unwrap();
        assert!(one.lts.transitions().eq(four.lts.transitions()));
        assert!(one.lts.labels().iter().eq(four.lts.labels().iter()));

        let position = text.len() / 2;
        text.insert(position, '\n');
        let says = |threads| match read(text.as_bytes(), Path::new("x"), &ReadOptions { threads }) {
            Ok(_) => panic!("the broken line was read"),
            Err(error) => error.to_string(),
        };
        assert_eq!(says(1), says(4));
    }

    #[test]
    fn garbage_without_line_breaks_ends_in_an_error() {
        let endless = io::repeat(b'x');
        assert!(read(endless, Path::new("x"), &ReadOptions::default()).is_err());
        let endless = io::Cursor::new(b"des (0, 1, 2)\n").chain(io::repeat(b'('));
        match read(endless, Path::new("x"), &ReadOptions::default()) {
            Ok(_) => panic!("garbage was read"),
            Err(error) => assert!(error.to_string().starts_with("x:2:1: the line is longer"), "{error}"),
        }
    }
}
