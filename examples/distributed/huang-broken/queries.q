E<> controlAgent0.terminated                                                   // expect: holds
A[] controlAgent0.terminated imply !worker1.active && !worker2.active          // expect: violated
