import type { CreatedBundle } from '@satchel/api-client/contract/bundle-shapes';
import { mockError } from '@satchel/api-client/mock';
import { receiveToasts } from '@satchel/ui/feedback/toast-store';
import { afterEach, expect, it } from 'vitest';
import { newLinkOf, shareResult } from '#shared/shares/result/share-result.ts';
import { tasks } from '#shared/tasks/tasks.ts';
import { mockCalls } from '#shared/testing/mock-calls.ts';
import type { ReadingDrop, WaitingFile } from '#shared/uploads/choosing/chosen-files.ts';
import { uploadOptions } from '../upload-requests.ts';
import { createBundleTask, isBundleTask } from './bundle-task.ts';
import { canShareOneLink, startBundle } from './start-bundle.ts';

const NOW = '2026-11-26T00:00:00.000Z';
const created: CreatedBundle = {
  ...{ id: 'b', slug: 'abc', url: '/share/abc', share_url: 'http://localhost/share/abc' },
  ...{ state: 'receiving', title: null, message: null, sender: null, note: null, path: null },
  ...{ is_folder: false, item_count: 0, total_size: 0, created_at: NOW, updated_at: NOW },
  ...{ expires_at: null, views: 0, max_views: null, has_password: false, use_proxy: 0 },
  ...{ notify_url: null, created_by: null, key_name: null, notify_secret: null },
};

const file = (name: string, size = 1): WaitingFile => ({
  ...{ id: name, file: new File(['x'.repeat(size)], name), directory: 'trip' },
});

/** A dropped folder that is read when the test says so. */
function dropOf(name: string) {
  const { promise: read, resolve: finish } = Promise.withResolvers<readonly WaitingFile[]>();
  const drop: ReadingDrop = { id: name, entries: [{ name, isFolder: true }], read };
  return { drop, finish };
}

/** Server that refuses the announcement, so that no upload starts. */
function mockServer() {
  const order: string[] = [];
  const announced: string[] = [];
  const calls = mockCalls({
    bundles: {
      create: () => {
        order.push('create');
        return created;
      },
      announce({ body }) {
        order.push('announce');
        announced.push(...body.items.map(({ path }) => path));
        throw mockError('bundles.not_found');
      },
      delete: () => ({ success: 1, failed: [] }),
    },
  });
  return { order, announced, calls };
}

const start = (drops: readonly ReadingDrop[], maxBytes = 10) =>
  startBundle({ files: [], drops, maxBytes }, uploadOptions.get());
const shown = () => {
  const task = tasks.get(tasks.ids()[0] ?? '');
  return task && isBundleTask(task) ? task : undefined;
};

afterEach(() => tasks.remove(tasks.ids()));

it('the link is shown before the folder is read, and before anything else is asked', async () => {
  const { order, announced, calls } = mockServer();
  const { drop, finish } = dropOf('trip');
  const stop = tasks.subscribe(() => order.push(shown() ? 'link' : 'no link'));
  const started = start([drop]);
  await expect.poll(() => shown()?.share.slug).toBe('abc');
  stop();
  expect(shown()).toMatchObject({ title: 'trip', isReading: true, count: 0 });
  expect(shareResult.get()?.taskId, 'the result shows it').toBe(shown()?.id);
  expect(order).toEqual(['create', 'link']);
  finish([file('a.txt'), file('too-large.txt', 11)]);
  await expect(started).rejects.toThrow();
  expect(order).toEqual(['create', 'link', 'announce']);
  expect(announced).toEqual(['trip/a.txt']);
  expect(calls.bundles.delete).toEqual([{ body: { ids: ['b'] } }]);
});

it('a folder without files takes its link back and says so', async () => {
  const { order, calls } = mockServer();
  const { drop, finish } = dropOf('trip');
  const started = start([drop]);
  finish([]);
  expect(await started).toEqual([]);
  expect(order).toEqual(['create']);
  expect(tasks.ids()).toEqual([]);
  expect(calls.bundles.delete).toHaveLength(1);
  const toasts: unknown[] = [];
  receiveToasts((change) => toasts.push(change))();
  expect(toasts).toMatchObject([{ show: { tone: 'error' } }]);
});

it('a start that is cancelled while the folder is read leaves the files in the form', async () => {
  const { order, calls } = mockServer();
  const { drop, finish } = dropOf('trip');
  const started = start([drop]);
  await expect.poll(shown).toBeDefined();
  shown()?.cancel();
  finish([file('a.txt')]);
  expect(await started, 'none has left the form').toEqual([]);
  expect(order).toEqual(['create']);
  expect(tasks.ids()).toEqual([]);
  expect(calls.bundles.delete).toHaveLength(1);
});

it('a continued bundle that is cancelled before its announcement stays', async () => {
  const { calls } = mockServer();
  const { task, begin } = createBundleTask({
    ...{ share: newLinkOf('bundle', created), title: 'trip', isReading: false },
    ...{ known: { count: 1, bytes: 1 }, stored: { count: 2, bytes: 2 } },
    missing: { count: 0, bytes: 0 },
  });
  tasks.add([task]);
  task.cancel();
  expect(await begin([])).toBe(false);
  expect(tasks.ids()).toEqual([]);
  expect(calls.bundles.delete).toEqual([]);
});

it('several files or a folder can share one link', () => {
  const { drop } = dropOf('trip');
  const plain = { ...file('a.txt'), directory: '' };
  const single = { ...drop, entries: [{ name: 'a.txt', isFolder: false }] };
  expect(canShareOneLink({ files: [], drops: [drop] })).toBe(true);
  expect(canShareOneLink({ files: [plain], drops: [] })).toBe(false);
  expect(canShareOneLink({ files: [], drops: [single] })).toBe(false);
  expect(canShareOneLink({ files: [plain], drops: [single] })).toBe(true);
  expect(canShareOneLink({ files: [file('a.txt')], drops: [] })).toBe(true);
});
