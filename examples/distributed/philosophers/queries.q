A[] !deadlock                                                               // expect: holds
A<> terminated                                                              // expect: holds
A[] forall(i) !(philosopher[i].eating && philosopher[(i + 1) % 4].eating)   // expect: holds
E<> philosopher0.eating && philosopher2.eating                              // expect: holds
