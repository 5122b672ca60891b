A[] !(proposer0.decided == 10 && proposer1.decided == 11)    // expect: holds
E<> proposer0.decided == 10 && proposer1.decided == 10       // expect: holds
E<> proposer1.decided == 11                                  // expect: holds
