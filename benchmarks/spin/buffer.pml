/* A bounded buffer: N producers of two items each, N consumers, room for two. Who is last to produce closes it. */
chan buffer = [2] of { byte };
bool closed;
byte producers = N, consumers = N;

proctype produce() {
	byte item;
	do
	:: item < 2 -> buffer!item; item++
	:: else -> break
	od;
	item = 0;
	producers--
}

proctype consume() {
	byte item;
	do
	:: buffer?item -> item = 0
	:: atomic { closed && empty(buffer) -> break }
	od;
	consumers--
}

init {
	byte i;
	atomic {
		for (i : 1 .. N) { run produce(); run consume() }
		i = 0
	}
	producers == 0;
	closed = true;
	consumers == 0
}
