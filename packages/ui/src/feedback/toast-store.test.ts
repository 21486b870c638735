import { afterEach, describe, expect, it } from 'vitest';
import {
  dismissToast,
  receiveToasts,
  showToast,
  showToastWhile,
  type ToastChange,
  whenToastWaits,
} from './toast-store.ts';

let stop = () => {};
afterEach(() => stop());

function receive(): ToastChange[] {
  const changes: ToastChange[] = [];
  stop = receiveToasts((change) => changes.push(change));
  return changes;
}
const shown = (changes: readonly ToastChange[]) =>
  changes.flatMap((change) => ('show' in change ? [change.show] : []));

describe('toasts', () => {
  it('wait, in order, until there is somewhere to show them', () => {
    showToast('info', 'first');
    showToast('info', 'second');
    dismissToast('info: first');
    const changes = receive();
    expect(changes).toMatchObject([
      { show: { message: 'first' } },
      { show: { message: 'second' } },
      { dismiss: 'info: first' },
    ]);
  });

  it('wake who loads the region, also when they came before', () => {
    showToast('info', 'early');
    let calls = 0;
    const stopWaking = whenToastWaits(() => {
      calls += 1;
    });
    expect(calls).toBe(1);
    showToast('info', 'later');
    expect(calls).toBe(2);
    stopWaking();
    showToast('info', 'unheard');
    expect(calls).toBe(2);
    receive();
  });

  it('have the same id when they say the same, so that each is shown once', () => {
    expect(showToast('info', 'saved')).toBe(showToast('info', 'saved'));
    expect(showToast('error', 'saved')).not.toBe(showToast('info', 'saved'));
    receive();
  });

  it('stay longer when they report an error or offer an action, and stay while work runs', () => {
    const changes = receive();
    showToast('success', 'a');
    showToast('error', 'b');
    showToast('success', 'c', { action: { label: 'Undo', onAction: () => {} } });
    showToast('loading', 'd');
    showToast('info', 'e', { durationMs: 1 });
    const [success = 0, error = 0, action = 0, loading, own] = shown(changes).map(
      (toast) => toast.durationMs,
    );
    expect(error).toBeGreaterThan(success);
    expect(action).toBeGreaterThan(error);
    expect([loading, own]).toEqual([0, 1]);
  });

  it('tell in one place that work runs and how it ended', async () => {
    const changes = receive();
    const sentences = {
      loading: 'Copying',
      success: (count: number) => `${count} copied`,
      error: (reason: unknown) => String(reason),
    };
    const good = showToastWhile(Promise.resolve(3), sentences);
    const bad = showToastWhile(Promise.reject('full'), sentences);
    await new Promise((resolve) => setTimeout(resolve));
    expect(good).not.toBe(bad);
    expect(shown(changes)).toMatchObject([
      { id: good, tone: 'loading', message: 'Copying' },
      { id: bad, tone: 'loading', message: 'Copying' },
      { id: good, tone: 'success', message: '3 copied' },
      { id: bad, tone: 'error', message: 'full' },
    ]);
  });
});
