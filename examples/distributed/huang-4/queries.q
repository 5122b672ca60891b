// The thesis's questions.
E<> worker2.weight == 1024            // expect: holds
E<> controlAgent0.weight == 3584      // expect: holds
E<> controlAgent0.terminated          // expect: holds
