/* Philosophers who all take their left fork first, for ever: they can all starve. */
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
		for (i : 0 .. N - 1) { run dine(i, (i + 1) % N) }
	}
}
