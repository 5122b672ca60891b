// options: --partition 1
// Who gets no answer does not enter.
A[] !(node0.inside && node1.inside)   // expect: holds
E<> deadlock                          // expect: holds
