E<> node2.wasInCs                                                          // expect: holds
E<> node0.wasInCs && node1.wasInCs                                         // expect: holds
E<> node0.wasInCs && node1.wasInCs && node2.wasInCs                        // expect: holds
// Never two of them have the token.
A[] !(node0.hasToken && node1.hasToken || node0.hasToken && node2.hasToken || node1.hasToken && node2.hasToken) // expect: holds
// There is no deadlock before all were in.
E<> (!node0.wasInCs || !node1.wasInCs || !node2.wasInCs) && deadlock       // expect: violated
