// options: --crash 1
// Who crashes interrupts the ring.
A[] forall(i) node[i].leader == -1 || node[i].leader == 2   // expect: holds
A<> terminated                                              // expect: violated
E<> deadlock && crashed(1)                                  // expect: holds
