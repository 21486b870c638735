import { afterEach, expect, it } from 'vitest';
import { endSession, setSession } from './session-store.ts';
import { createStoredAtom } from './stored-atom.ts';

const keyUser = (id: string) =>
  setSession(
    {
      ...{ kind: 'apiKey', key: `k${id}`, permissions: 2 },
      keyInfo: { id, name: id, basic_path: '/' },
    },
    0,
  );

afterEach(() => {
  endSession('logout');
  localStorage.clear();
});

it('each user has a value of their own, which is there again after the next log-in', () => {
  keyUser('1');
  const { atom, store } = createStoredAtom('test', (stored) => String(stored ?? 'none'));
  store('of the first');
  keyUser('2');
  expect(atom.get()).toBe('none');
  keyUser('1');
  expect(atom.get()).toBe('of the first');
  store(null);
  expect(atom.get()).toBe('none');
});

it('a change in another tab is followed', () => {
  keyUser('1');
  const { atom, store } = createStoredAtom('test', (stored) => String(stored ?? 'none'));
  store('here');
  const key = Object.keys(localStorage).find((each) => each.startsWith('test-')) ?? '';
  localStorage.setItem(key, JSON.stringify('there'));
  window.dispatchEvent(new StorageEvent('storage', { key }));
  expect(atom.get()).toBe('there');
});
