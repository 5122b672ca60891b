// options: --partition 1
// They still agree, but may wait for ever.
A[] !(participant1.decision == 1 && participant2.decision == 2)      // expect: holds
A[] !deadlock                                                        // expect: violated
