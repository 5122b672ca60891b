/* Peterson's lock for N: who wants to enter climbs levels, and at each the last to come waits for the others. */
byte level[N], last[N], inside;

proctype enter(byte me) {
	byte l = 1, other;
	do
	:: l < N ->
	   level[me] = l;
	   last[l] = me;
	   other = 0;
	   do
	   :: other < N && other != me ->
	      do
	      :: level[other] < l -> break
	      :: last[l] != me -> break
	      od;
	      other++
	   :: other < N && other == me -> other++
	   :: other == N -> break
	   od;
	   other = 0;
	   l++
	:: l == N -> break
	od;
	l = 0;
	inside++;
	assert(inside == 1);
	inside--;
	level[me] = 0
}

init {
	byte i;
	atomic {
		for (i : 0 .. N - 1) { run enter(i) }
		i = 0
	}
}
