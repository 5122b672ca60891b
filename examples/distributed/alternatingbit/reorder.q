// options: --reorder 1
A[] !receiver1.wrong               // expect: violated
