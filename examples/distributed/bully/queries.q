E<> node1.isLeader                   // expect: holds
E<> node1.isLeader && node2.isLeader // expect: holds
