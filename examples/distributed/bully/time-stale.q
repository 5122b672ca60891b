// options: --time virtual --crash 1@node2 --recover
// The stale heartbeat is there with time as well.
E<> node1.isLeader && node2.isLeader && !crashed(2) && node0.leaderPid == 1 && len(bool_chanHeartbeat[1]) == 1 // expect: holds
