// options: --time virtual
// Even with time as it is meant: the leader looks for heartbeats once in a round, and may look too early.
E<> node1.isLeader && node2.isLeader      // expect: holds
A<> terminated                            // expect: holds
E<> deadlock                              // expect: violated
