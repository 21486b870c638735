import { receiveToasts, type ToastChange } from '@satchel/ui/feedback/toast-store';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ToldError } from '#shared/errors/told-error.ts';
import { endSession, setSession } from '#shared/session/session-store.ts';
import { mockCalls } from '#shared/testing/mock-calls.ts';
import { fakeMount } from '../../listing/fake-mount.ts';
import { copyInto } from './copy-entries.ts';

let toasts: ToastChange[] = [];
receiveToasts((change) => toasts.push(change));

const undoButton = () =>
  toasts.flatMap((change) => ('show' in change && change.show.action ? [change.show.action] : []));
const pressUndo = () =>
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'z', ctrlKey: true }));

function setUp(...paths: string[]) {
  const { fs } = mockCalls({ fs: { ...fakeMount(...paths), rename: () => null } });
  const moves = () => fs.rename.map(({ body }) => [body.oldPath, body.newPath]);
  return { fs, moves };
}

beforeEach(() => {
  toasts = [];
  setSession({ kind: 'admin', token: 't' }, 0);
});
afterEach(() => endSession('logout'));

it('Ctrl+Z moves back what was moved, each to its own folder', async () => {
  const { moves } = setUp();
  copyInto('/m/to', ['/m/a/x.txt', '/m/b/folder/'], { isMove: true });
  await vi.waitFor(() => expect(undoButton()).toHaveLength(1));
  pressUndo();
  await vi.waitFor(() => expect(moves()).toHaveLength(4));
  expect(moves().slice(2).toSorted()).toEqual([
    ['/m/to/folder/', '/m/b/folder/'],
    ['/m/to/x.txt', '/m/a/x.txt'],
  ]);
  pressUndo();
});

it('another user who logs in cannot undo a move', async () => {
  const { moves } = setUp();
  copyInto('/m/to', ['/m/a/x.txt'], { isMove: true });
  await vi.waitFor(() => expect(undoButton()).toHaveLength(1));
  endSession('logout');
  setSession({ kind: 'admin', token: 'other' }, 0);
  pressUndo();
  undoButton()[0]?.onAction();
  await Promise.resolve();
  expect(moves()).toHaveLength(1);
});

it('a move into a folder of that name is not offered to be undone', async () => {
  const { fs } = setUp('/m/to/folder/', '/m/a/folder/x.txt');
  copyInto('/m/to', ['/m/a/folder/'], { isMove: true });
  await vi.waitFor(() => expect(fs.rename).toHaveLength(1));
  await vi.waitFor(() => expect(toasts).not.toEqual([]));
  expect(undoButton()).toEqual([]);
});

it('a move of what somebody else has deleted says so', async () => {
  const error = new ToldError('It does not exist');
  mockCalls({ fs: { ...fakeMount(), rename: () => Promise.reject(error) } });
  copyInto('/m/to', ['/m/a/x.txt'], { isMove: true });
  await vi.waitFor(() =>
    expect(toasts).toMatchObject([{ show: { tone: 'error', message: 'It does not exist' } }]),
  );
});
