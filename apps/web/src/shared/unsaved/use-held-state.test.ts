import { act } from 'react';
import { afterEach, expect, it } from 'vitest';
import { endSession, reloadStoredSession, setSession } from '#shared/session/session-store.ts';
import { renderHook } from '#shared/testing/render-hook.tsx';
import { useHeldState } from './use-held-state.ts';

const logIn = () => setSession({ kind: 'admin', token: 't' }, 0);
const openForm = (isHeldOnLeave = false) =>
  renderHook(() => useHeldState('form', () => 'saved', isHeldOnLeave));

/** Types into a form that the login page replaces after `end`. */
function typeUntil(end: () => void): void {
  logIn();
  const form = openForm();
  act(() => form.current.setValue('typed'));
  act(end);
  form.unmount();
}

afterEach(() => {
  logIn();
  endSession('logout');
  localStorage.clear();
});

it('is there after the next login of the same user when the session has expired', () => {
  typeUntil(() => endSession('adminTokenExpired'));
  logIn();
  const form = openForm();
  expect(form.current).toMatchObject({ value: 'typed', isHeld: true });
  form.unmount();
  expect(openForm().current, 'a form that is left is left').toMatchObject({ value: 'saved' });
});

it('is there after another tab has ended the session', () => {
  typeUntil(() => {
    localStorage.clear();
    reloadStoredSession();
  });
  logIn();
  expect(openForm().current.value).toBe('typed');
});

it.each([
  ['a log-out', () => endSession('logout'), logIn],
  [
    'the login of another user',
    () => endSession('adminTokenExpired'),
    () =>
      setSession(
        {
          kind: 'apiKey',
          key: 'k',
          permissions: 1,
          keyInfo: { id: '1', name: 'k', basic_path: '/' },
        },
        0,
      ),
  ],
])('is gone after %s', (_name, end, next) => {
  typeUntil(end);
  next();
  expect(openForm().current).toMatchObject({ value: 'saved', isHeld: false });
});

it('is there after a visit of other pages if the form wants that', () => {
  logIn();
  const form = openForm(true);
  act(() => form.current.setValue('typed'));
  form.unmount();
  expect(openForm(true).current.value).toBe('typed');
});
