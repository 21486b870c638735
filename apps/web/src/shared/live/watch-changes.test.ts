import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type EventsOf, watchChanges } from './watch-changes.ts';

/** Events that a test sends itself. */
function fakeEvents() {
  const target = new EventTarget();
  const close = vi.fn();
  const events = {
    addEventListener: target.addEventListener.bind(target),
    close,
  } as unknown as EventsOf;
  return { events, close, send: (name: string) => target.dispatchEvent(new Event(name)) };
}

const names = ['item', 'changed', 'complete'];

/** Watches one stream of events. */
function watch(options: Partial<Parameters<typeof watchChanges>[0]> = {}) {
  const { events, ...stream } = fakeEvents();
  const openEvents = vi.fn(() => events);
  const read = vi.fn(async () => {});
  const end = watchChanges({ names, openEvents, read, onVisitEnd: () => {}, ...options });
  return { ...stream, openEvents, read, end };
}

describe('what is watched', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('is read once for many events of one moment', async () => {
    const { send, read, end } = watch();
    for (let count = 0; count < 50; count += 1) send('item');
    await vi.advanceTimersByTimeAsync(1_500);
    expect(read).toHaveBeenCalledTimes(1);
    send('complete');
    await vi.advanceTimersByTimeAsync(1_500);
    expect(read).toHaveBeenCalledTimes(2);
    end();
  });

  it('is polled where events fail, and asked for them again later', async () => {
    const { close, send, openEvents, read, end } = watch();
    send('error');
    expect(close).toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(15_000);
    expect(read.mock.calls.length).toBeGreaterThanOrEqual(3);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(openEvents).toHaveBeenCalledTimes(2);
    end();
  });

  it('is polled where no event arrives', async () => {
    const { read, end } = watch();
    await vi.advanceTimersByTimeAsync(14_000);
    expect(read).toHaveBeenCalledTimes(2);
    end();
  });

  it('is read for events alone if it is a folder', async () => {
    const { send, read, end } = watch({ isPolled: false });
    await vi.advanceTimersByTimeAsync(120_000);
    expect(read).not.toHaveBeenCalled();
    send('changed');
    await vi.advanceTimersByTimeAsync(120_000);
    expect(read).toHaveBeenCalledTimes(1);
    end();
  });

  it('is read no more with a grant that a change of the bundle has ended', async () => {
    const onVisitEnd = vi.fn();
    const { send, read } = watch({ onVisitEnd });
    send('changed');
    send('error');
    await vi.advanceTimersByTimeAsync(120_000);
    expect(onVisitEnd).toHaveBeenCalledTimes(1);
    expect(read).not.toHaveBeenCalled();
  });

  it('is not polled soon while events arrive, and followed again where they end', async () => {
    const first = fakeEvents();
    const second = fakeEvents();
    const opened = [first.events, second.events];
    const openEvents = vi.fn(() => opened.shift() ?? second.events);
    const read = vi.fn(async () => {});
    const end = watchChanges({ names, openEvents, read, pollMs: 15_000, safetyPollMs: 300_000 });
    first.send('following');
    await vi.advanceTimersByTimeAsync(120_000);
    expect(read).not.toHaveBeenCalled();
    first.send('changed');
    first.send('error');
    await vi.advanceTimersByTimeAsync(35_000);
    expect(read).toHaveBeenCalled();
    expect(openEvents).toHaveBeenCalledTimes(2);
    end();
  });

  it('is read at once where events end, because it may be gone', async () => {
    const { send, read, end } = watch({ pollMs: 15_000 });
    send('following');
    send('error');
    await vi.advanceTimersByTimeAsync(1_500);
    expect(read).toHaveBeenCalledTimes(1);
    end();
  });

  it('is left alone after the end', async () => {
    const { close, send, read, end } = watch();
    end();
    send('item');
    send('error');
    await vi.advanceTimersByTimeAsync(120_000);
    expect(close).toHaveBeenCalled();
    expect(read).not.toHaveBeenCalled();
  });
});
