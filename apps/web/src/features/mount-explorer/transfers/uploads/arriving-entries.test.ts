import { expect, it } from 'vitest';
import { noProgress, type Task } from '#shared/tasks/task.ts';
import { arrivingIn } from './arriving-entries.ts';

const file = (name: string, state: 'running' | 'waiting' | 'completed', doneBytes = 0) => {
  return { name, state, doneBytes, totalBytes: 100 };
};

const upload: Task = {
  ...{ id: 'transfer-1', kind: 'entry-upload', title: 'Upload', state: 'running' },
  directory: '/team/Photos',
  progress: noProgress(0),
  files: [
    file('a.jpg', 'running', 40),
    file('b.jpg', 'completed', 100),
    file('2026/c.jpg', 'running', 10),
    file('2026/May/d.jpg', 'waiting'),
  ],
  cancel: () => {},
  leave: () => {},
};

it('shows what is still on its way into the open folder, a subfolder as one', () => {
  expect(arrivingIn('/team/Photos', [upload])).toEqual([
    { name: 'a.jpg', isDirectory: false, doneBytes: 40, totalBytes: 100 },
    { name: '2026', isDirectory: true, doneBytes: 10, totalBytes: 200 },
  ]);
  expect(arrivingIn('/team', [upload]).map(({ name }) => name)).toEqual(['Photos']);
  expect(arrivingIn('/team/Photos/2026', [upload]).map(({ name }) => name)).toEqual([
    ...['c.jpg', 'May'],
  ]);
});

it('shows nothing of other folders, nor of uploads that have ended', () => {
  expect(arrivingIn('/team/Texts', [upload])).toEqual([]);
  expect(arrivingIn('/team/Photos', [{ ...upload, state: 'cancelled' }])).toEqual([]);
});
