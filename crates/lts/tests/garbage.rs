//! Whatever a file contains, reading it ends in a system or in an error.

use std::path::Path;

use proptest::prelude::*;
use vtrace_lts::aut::{self, ReadOptions};
use vtrace_lts::{event, json, partition};

/// Bytes that look like a file more often than chance would have it.
fn almost() -> impl Strategy<Value = Vec<u8>> {
    let mark = proptest::sample::select(vec!["(", ")", ",", "\n", "\"", "\\", " ", "\r\n", "i", "tau"]);
    let piece = prop_oneof![
        8 => mark.prop_map(str::to_owned),
        4 => (0u64..20).prop_map(|n| n.to_string()),
        1 => any::<u64>().prop_map(|n| n.to_string()),
        1 => Just("des (0, 3, 4)\n".to_owned()),
        6 => (0u32..5, 0u32..5).prop_map(|(s, t)| format!("({s}, \"a\", {t})\n")),
        2 => proptest::sample::select(vec!["ä", "τ", "CALL !x", "\u{7f}"]).prop_map(str::to_owned),
    ];
    let start = prop_oneof![Just("des (0, 3, 4)\n".to_owned()), Just(String::new())];
    (start, proptest::collection::vec(piece, 0..40))
        .prop_map(|(start, rest)| (start + &rest.concat()).into_bytes())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn bytes_end_in_a_system_or_an_error(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        let _ = aut::parse(&bytes);
        let _ = json::read(&*bytes, Path::new("x"));
        let _ = partition::read_classes(&mut &*bytes, 10);
        let _ = event::parse(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn what_almost_is_a_file_does_too(bytes in almost()) {
        if let Ok(reading) = aut::parse(&bytes) {
            // What was read can be written and read again, and is the same.
            let mut written = Vec::new();
            aut::write(&reading.lts, &mut written).unwrap();
            let again = aut::parse(&written).unwrap();
            prop_assert!(again.warnings.is_empty(), "{:?}", again.warnings);
            prop_assert!(reading.lts.transitions().eq(again.lts.transitions())
                || reading.lts.labels().len() != again.lts.labels().len());
            prop_assert_eq!(reading.lts.state_count(), again.lts.state_count());
        }
        let threads = aut::read(&*bytes, Path::new("<text>"), &ReadOptions { threads: 3 });
        match (aut::parse(&bytes), threads) {
            (Ok(one), Ok(three)) => prop_assert!(one.lts.transitions().eq(three.lts.transitions())),
            (Err(one), Err(three)) => prop_assert_eq!(one.to_string(), three.to_string()),
            _ => prop_assert!(false, "the number of threads matters"),
        }
    }
}
