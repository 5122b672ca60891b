// options: --crash 1
// The leader crashes, and the next one takes over.
E<> crashed(2) && node1.isLeader     // expect: holds
