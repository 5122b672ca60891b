E<> worker2.weight == 1024                                                     // expect: holds
E<> controlAgent0.terminated                                                   // expect: holds
// Nobody works any more when the agent says so.
A[] controlAgent0.terminated imply !worker1.active && !worker2.active          // expect: holds
// But weights are halved as integers: what is lost so never comes back, and the agent waits for ever.
E<> !worker1.active && !worker2.active && messages == 0 && controlAgent0.weight < 4096 && controlAgent0.weight > 2048 // expect: holds
