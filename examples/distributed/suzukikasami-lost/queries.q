// options: --fairness strong
E<> node2.wasInCs                                                          // expect: holds
A[] !(node0.hasToken && node1.hasToken)                                    // expect: holds
// The lost request: node 2 asks, and never gets in.
A<> node2.wasInCs                                                          // expect: violated
ltl F "node2.wasInCs"                                                      // expect: violated
