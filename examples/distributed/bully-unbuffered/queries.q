// Nobody crashes, and still nobody can go on.
E<> deadlock                                  // expect: holds
