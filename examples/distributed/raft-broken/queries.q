// At most one leads in a term.
A[] !(node0.leads && node1.leads && node0.term == node1.term)              // expect: violated
// What is committed is the same everywhere.
A[] !(node0.committed > 0 && node1.committed > 0 && node0.committed != node1.committed) // expect: violated
