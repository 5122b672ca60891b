/* A pool of N identical workers for N+2 jobs, the results of which main adds up. */
chan jobs = [0] of { byte };
chan results = [0] of { byte };
bool closed;

proctype work() {
	byte job;
	do
	:: jobs?job -> results!job * job; job = 0
	:: closed -> break
	od
}

proctype give() {
	byte job;
	xs jobs;
	do
	:: job < N + 2 -> jobs!job; job++
	:: else -> break
	od;
	job = 0;
	closed = true
}

init {
	byte i, got;
	short sum;
	xr results;
	atomic {
		for (i : 1 .. N) { run work() }
		run give();
		i = 0
	}
	do
	:: i < N + 2 -> results?got; sum = sum + got; got = 0; i++
	:: else -> break
	od;
	assert(sum == (N + 1) * (N + 2) * (2 * N + 3) / 6)
}
