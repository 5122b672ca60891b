/* Election of a leader in a ring (Chang and Roberts 1979): a station passes on numbers greater than its own. */
chan ring[N] = [N] of { short };
chan done = [0] of { bool };

proctype station(short own; chan in, out) {
	short got;
	xr in;
	xs out;
	out!own;
	do
	:: in?got;
	   if
	   :: got == own -> out!-1; in?got; got = 0; done!true; break
	   :: got == -1 -> got = 0; out!-1; done!false; break
	   :: else ->
	      if
	      :: got > own -> out!got; got = 0
	      :: else -> got = 0
	      fi
	   fi
	od
}

init {
	byte i, leaders;
	bool leads;
	atomic {
		for (i : 0 .. N - 1) { run station((i * 3 + 1) % N, ring[i], ring[(i + 1) % N]) }
		i = 0
	}
	do
	:: i < N -> done?leads; leaders = leaders + leads; leads = false; i++
	:: else -> break
	od;
	assert(leaders == 1)
}
