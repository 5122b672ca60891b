//! Threads that use generated modules. Compiled together with them by the test `modules`.

#[test]
fn threads_play_chess_over_the_strict_module() {
    use crate::chess_strict::{Error, Kind, Role, start};
    let mut endpoints = start::<u32>();
    let (mut black, mut white) = (endpoints.remove(1), endpoints.remove(0));
    assert_eq!(black.try_receive(), Err(Error::NotYet));
    let player = std::thread::spawn(move || {
        for round in 0..100 {
            assert_eq!(black.receive().unwrap().payload, 2 * round);
            black.send(Role::White, Kind::Move, 2 * round + 1).unwrap();
        }
        // It is white's turn, and black may never send before it has received.
        assert_eq!(black.send(Role::White, Kind::Move, 0), Err(Error::Protocol));
    });
    for round in 0..100 {
        white.send(Role::Black, Kind::Move, 2 * round).unwrap();
        assert_eq!(white.receive().unwrap().payload, 2 * round + 1);
    }
    player.join().unwrap();
}

#[test]
fn threads_play_chess_over_the_liberal_module() {
    use crate::chess_liberal::{Error, Kind, Role, start, typed};
    let mut endpoints = start::<u32>();
    let (black, white) = (endpoints.remove(1), endpoints.remove(0));
    let player = std::thread::spawn(move || {
        let state = typed::start_black(black);
        let (payload, state) = state.receive_move_from_white().unwrap();
        state.send_move_to_white(payload + 1).unwrap()
    });
    let mut white = white;
    assert_eq!(white.receive(), Err(Error::Protocol));
    white.send(Role::Black, Kind::Move, 1).unwrap();
    assert_eq!(white.receive().unwrap().payload, 2);
    drop(player.join().unwrap());
    white.send(Role::Black, Kind::Move, 3).unwrap_err();
}

#[test]
fn threads_run_a_kernel_over_the_liberal_module_to_its_end() {
    use crate::cg_liberal::{Endpoint, Kind, Role, start};
    let mut endpoints = start::<u64>();
    let workers: Vec<Endpoint<u64>> = endpoints.split_off(1);
    let mut master = endpoints.remove(0);
    assert_eq!(master.role(), Role::Master);
    let threads: Vec<_> = workers
        .into_iter()
        .map(|mut worker| {
            std::thread::spawn(move || {
                loop {
                    let received = worker.receive().unwrap();
                    match received.kind {
                        Kind::Work => {
                            worker.send(Role::Master, Kind::ResultMessage, received.payload * 2).unwrap()
                        }
                        _ => break,
                    }
                }
                worker.send(Role::Master, Kind::Done, 0).unwrap();
                worker.close(Role::Master).unwrap();
                assert!(worker.may_end());
            })
        })
        .collect();
    let both = [Role::Worker0, Role::Worker1];
    for round in 0..50 {
        for worker in both {
            master.send(worker, Kind::Work, round).unwrap();
        }
        for worker in both {
            let received = master.receive().unwrap();
            assert_eq!((received.from, received.payload), (worker, round * 2));
        }
    }
    for worker in both {
        master.send(worker, Kind::Exit, 0).unwrap();
        master.receive().unwrap();
        master.close(worker).unwrap();
    }
    assert!(master.may_end());
    threads.into_iter().for_each(|thread| thread.join().unwrap());
}

/// A client hands numbers to a server, which hands back whether they are odd, or tells the logger.
macro_rules! handshakes {
    ($name:ident, $module:ident) => {
        #[test]
        fn $name() {
            use crate::$module::{Kind, Role, start};
            let mut endpoints = start::<u32>();
            let mut logger = endpoints.remove(2);
            let (mut server, mut client) = (endpoints.remove(1), endpoints.remove(0));
            assert_eq!(client.role(), Role::Client);
            assert!(client.try_receive().is_err());
            let serving = std::thread::spawn(move || {
                for round in 0..100 {
                    let received = server.receive().unwrap();
                    assert_eq!((received.from, received.kind, received.payload), (Role::Client, Kind::Int, round));
                    if round % 2 == 0 {
                        server.send(Role::Client, Kind::Boolean, round % 2).unwrap();
                    } else {
                        server.send(Role::Logger, Kind::String, round).unwrap();
                    }
                }
            });
            let logging = std::thread::spawn(move || {
                for round in 0..50 {
                    assert_eq!(logger.receive().unwrap().payload, 2 * round + 1);
                }
            });
            for round in 0..100 {
                client.send(Role::Server, Kind::Int, round).unwrap();
                if round % 2 == 0 {
                    assert_eq!(client.receive().unwrap().kind, Kind::Boolean);
                }
            }
            serving.join().unwrap();
            logging.join().unwrap();
        }
    };
}

handshakes!(threads_shake_hands_over_the_strict_module, handshakes_strict);
handshakes!(threads_shake_hands_over_the_liberal_module, handshakes_liberal);

/// The token goes round rings of several sizes, each a run of the same module.
macro_rules! rings {
    ($name:ident, $module:ident) => {
        #[test]
        fn $name() {
            use crate::$module::{Error, Kind, Machine, Role, start};
            for n in 2..=4 {
                let mut workers = start::<bool>(n).unwrap();
                let n = n as usize;
                assert_eq!(workers.len(), n);
                for round in 0..3 * n {
                    let (here, next) = (round % n, (round + 1) % n);
                    let to = Role::worker(next).unwrap();
                    assert_eq!(to.index(), Some(next));
                    workers[here].send(to, Kind::Boolean, true).unwrap();
                    assert_eq!(workers[next].receive().unwrap().from, Role::worker(here).unwrap());
                }
            }
            assert!(matches!(start::<bool>(5), Err(Error::Parameters)));
            assert!(Machine::new(2).is_ok() && Machine::new(5).is_err());
            assert_eq!(Role::worker(4), None);
        }
    };
}

rings!(rings_of_several_sizes_are_strict, rings_strict);
rings!(rings_of_several_sizes_are_liberal, rings_liberal);
