A[] !deadlock                                                               // expect: violated
A[] forall(i) !(philosopher[i].eating && philosopher[(i + 1) % 4].eating)   // expect: holds
