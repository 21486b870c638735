import { beforeEach, describe, expect, it } from 'vitest';
import { dismissToast, getToasts, showToast, subscribeToToasts } from './toast-store.ts';

beforeEach(() => {
  for (const toast of getToasts()) dismissToast(toast.id);
});

describe('toasts', () => {
  it('shows each message once: the same one again replaces the first', () => {
    showToast('info', 'saved');
    showToast('info', 'saved');
    expect(getToasts().map((toast) => toast.message)).toEqual(['saved']);
  });

  it('keeps the newest four', () => {
    for (const message of ['a', 'b', 'c', 'd', 'e']) showToast('info', message);
    expect(getToasts().map((toast) => toast.message)).toEqual(['b', 'c', 'd', 'e']);
  });

  it('tells its listeners until they leave', () => {
    let calls = 0;
    const leave = subscribeToToasts(() => {
      calls += 1;
    });
    showToast('error', 'x');
    leave();
    showToast('error', 'y');
    expect(calls).toBe(1);
  });
});
