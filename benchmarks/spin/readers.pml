/* N readers and two writers of one variable, under a readers-writer lock: a writer that waits keeps new readers out. */
byte inside, value, left = N + 2;
bool writing, waiting;

proctype read() {
	byte seen;
	atomic { !waiting -> inside++ };
	seen = value;
	seen = 0;
	inside--;
	left--
}

proctype write() {
	byte seen;
	atomic { !writing -> writing = true };
	waiting = true;
	inside == 0;
	seen = value;
	value = seen + 1;
	seen = 0;
	waiting = false;
	writing = false;
	left--
}

init {
	byte i;
	atomic {
		for (i : 1 .. N) { run read() }
		run write();
		run write();
		i = 0
	}
	left == 0
}
