// options: --crash 1@node2 --recover
// A stale heartbeat: while node 2 was down, node 1 has become the leader. Node 2 is up again and still thinks that it leads, and
// what node 0 sent it before lies in the channel: it will take that for a new heartbeat.
E<> node1.isLeader && node2.isLeader && !crashed(2) && node0.leaderPid == 1 && len(bool_chanHeartbeat[1]) == 1 // expect: holds
