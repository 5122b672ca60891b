A[] !(node0.inside && node1.inside)   // expect: holds
A<> terminated                        // expect: holds
