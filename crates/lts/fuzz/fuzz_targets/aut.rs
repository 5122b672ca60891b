//! Reads arbitrary bytes as a system; what is accepted must survive writing and reading again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use vtrace_lts::aut;

fuzz_target!(|bytes: &[u8]| {
    let Ok(reading) = aut::parse(bytes) else { return };
    let mut written = Vec::new();
    aut::write(&reading.lts, &mut written).expect("writing to memory does not fail");
    let again = aut::parse(&written).expect("what was written can be read");
    assert_eq!(reading.lts.state_count(), again.lts.state_count());
    assert_eq!(reading.lts.transition_count(), again.lts.transition_count());
});
