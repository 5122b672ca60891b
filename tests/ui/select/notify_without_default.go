// A second notification blocks, under the lock that the reader needs before it can take the first.
package main

import "sync"

type mailbox struct {
	mu     sync.Mutex
	mails  int
	notify chan struct{}
}

func (m *mailbox) deliver() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.mails++
	m.notify <- struct{}{} //~ deadlock
}

func (m *mailbox) read() {
	m.mu.Lock()
	m.mails = 0
	m.mu.Unlock()
	<-m.notify
}

func main() {
	m := &mailbox{notify: make(chan struct{}, 1)}
	var reader sync.WaitGroup
	reader.Add(1)
	go func() {
		defer reader.Done()
		m.read()
	}()
	m.deliver()
	m.deliver()
	reader.Wait()
}
