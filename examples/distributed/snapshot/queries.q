// No money is lost or made up.
A[] terminated imply bank0.recorded + bank0.underway + bank1.recorded + bank1.underway == 20   // expect: holds
E<> terminated && bank0.underway > 0                                                          // expect: holds
A[] !deadlock                                                                                 // expect: holds
