// options: --partition 1
// What is lost between two parts of the ring is never sent again; but nobody elects the wrong one.
A[] forall(i) node[i].leader == -1 || node[i].leader == 2   // expect: holds
A<> terminated                                              // expect: violated
