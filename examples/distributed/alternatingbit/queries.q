// options: --lossy 2 --duplicate 1
A[] !receiver1.wrong               // expect: holds
E<> receiver1.last == 3            // expect: holds
