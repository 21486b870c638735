import type { EventsOf } from './watch-changes.ts';

/**
 * Opens server-sent events by a request of the client, which sends the credential of the session, as an
 * `EventSource` cannot. It tells the names of events, and `error` at the end; it does not connect again.
 */
export function openEventStream(request: (signal: AbortSignal) => Promise<Response>): EventsOf {
  const events = new EventTarget();
  const stopping = new AbortController();
  const { signal } = stopping;

  async function readAll(): Promise<void> {
    const { body } = await request(signal);
    if (!body) return;
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = '';
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      const lines = (rest + value).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (line.startsWith('event: ')) events.dispatchEvent(new Event(line.slice(7).trim()));
      }
    }
  }

  void readAll()
    .catch(() => undefined)
    .finally(() => {
      if (!signal.aborted) events.dispatchEvent(new Event('error'));
    });
  return {
    addEventListener: (name, listener) => events.addEventListener(name, listener),
    close: () => stopping.abort(),
  };
}
