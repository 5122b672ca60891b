A[] !(participant1.decision == 2 && participant2.decision == 1)      // expect: violated
