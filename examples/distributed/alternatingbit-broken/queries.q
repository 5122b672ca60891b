A[] !receiver1.wrong               // expect: violated
