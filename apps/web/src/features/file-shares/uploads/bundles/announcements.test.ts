import { expect, it, vi } from 'vitest';
import { noProgress } from '#shared/tasks/task.ts';
import { createTaskStore } from '#shared/tasks/task-store.ts';
import { mockCalls } from '#shared/testing/mock-calls.ts';
import type { UploadTask } from '../upload-task.ts';
import { createAnnouncements } from './announcements.ts';
import { requestOf } from './start-bundle.ts';

const requests = Array.from({ length: 2500 }, (_, index) =>
  requestOf({ file: new File(['1234'], `${index}`), path: `p/${index}` }, { id: 'b', storage: '' }),
);

function taskOf(index: number): UploadTask {
  const request = requests[index];
  if (!request) throw new Error('no such request');
  return {
    ...{ id: `${index}`, kind: 'upload', title: '', state: 'running', progress: noProgress(4) },
    ...{ file: request.file, request, rename() {}, cancel() {}, leave() {} },
  };
}

it('files are announced 1000 at a time, and later only those that have changed', async () => {
  const announced: string[][] = [];
  mockCalls({
    bundles: {
      announce: ({ body }) => {
        announced.push(body.items.map(({ path, sent }) => `${path}:${sent}`));
        return null;
      },
    },
  });
  const uploads = createTaskStore();
  const announcements = createAnnouncements('b', uploads);
  await announcements.begin(requests);
  expect(announced.map(({ length }) => length)).toEqual([1000]);

  uploads.add(requests.map((_, index) => taskOf(index)));
  announcements.report();
  await announcements.end();
  expect(announced.map(({ length }) => length)).toEqual([1000, 1000, 500]);

  uploads.update('7', { progress: { ...noProgress(4), doneBytes: 2 } });
  uploads.update('8', { state: 'completed' });
  announcements.report();
  await announcements.end();
  expect(announced.at(-1)).toEqual(['p/7:2']);
});

it('a failed report is repeated by the next one', async () => {
  let calls = 0;
  const announce = vi.fn(() => {
    calls += 1;
    if (calls === 1) throw new TypeError('network error');
    return null;
  });
  mockCalls({ bundles: { announce } });
  const uploads = createTaskStore();
  uploads.add([taskOf(0)]);
  const announcements = createAnnouncements('b', uploads);
  announcements.report();
  await announcements.end();
  announcements.report();
  await announcements.end();
  expect(announce).toHaveBeenCalledTimes(2);
});
