// Only the largest is ever elected, and everybody learns of it.
A[] forall(i) node[i].leader == -1 || node[i].leader == 2   // expect: holds
A<> node0.leader == 2 && node1.leader == 2 && node2.leader == 2 // expect: holds
A<> terminated                                              // expect: holds
