// options: --fairness strong
// Whoever asks gets in, if everybody gets a turn.
A<> node0.wasInCs                                                          // expect: holds
A<> node1.wasInCs                                                          // expect: holds
A<> node2.wasInCs                                                          // expect: holds
