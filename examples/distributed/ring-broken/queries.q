A[] forall(i) node[i].leader == -1 || node[i].leader == 2   // expect: violated
