A[] !(participant1.decision == 1 && participant2.decision == 2)      // expect: holds
A[] !(participant2.decision == 1 && participant1.decision == 2)      // expect: holds
A<> participant1.decision != 0 && participant2.decision != 0         // expect: holds
E<> participant1.decision == 1 && participant2.decision == 1         // expect: holds
