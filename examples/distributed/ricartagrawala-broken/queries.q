A[] !(node0.inside && node1.inside)   // expect: violated
