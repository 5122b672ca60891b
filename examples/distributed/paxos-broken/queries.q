A[] !(proposer0.decided == 10 && proposer1.decided == 11)    // expect: violated
