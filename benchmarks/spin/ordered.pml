/* Philosophers of whom the last one takes the other fork first: nobody starves. */
bool fork[N];

proctype dine(byte left, right) {
	do
	:: atomic { !fork[left] -> fork[left] = true };
	   atomic { !fork[right] -> fork[right] = true };
	   fork[right] = false;
	   fork[left] = false
	od
}

init {
	byte i;
	atomic {
		for (i : 0 .. N - 1) { run dine((i == N - 1 -> 0 : i), (i == N - 1 -> i : i + 1)) }
	}
}
