// options: --crash 1@coordinator0
// If the coordinator crashes they still agree, but may wait for ever.
A[] !(participant1.decision == 1 && participant2.decision == 2)      // expect: holds
A[] !deadlock                                                        // expect: violated
