// Package objects has four lock-free objects that concurrency theorists like to argue about: Treiber's stack, Michael
// and Scott's queue, Herlihy and Wing's queue, and a conditional compare-and-swap. Each is written as its paper
// has it, with sync/atomic and nothing else, so that a tool sees every access to shared memory as one step.
package objects
