// options: --time virtual --crash 1@node2
// The leader crashes, nobody answers in time, and the next one takes over and tells the others.
E<> crashed(2) && node1.isLeader && node0.leaderPid == 1 // expect: holds
E<> crashed(2) && node0.isLeader                         // expect: holds
