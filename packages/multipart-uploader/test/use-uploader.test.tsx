// @vitest-environment jsdom
import { act, StrictMode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, expectTypeOf, it, vi } from 'vitest';
import type { UploaderOptions } from '../src/engine/options.ts';
import type { Upload } from '../src/engine/upload.ts';
import { createUploader, type Uploader } from '../src/engine/uploader.ts';
import { type UploadQueue, useUpload, useUploader } from '../src/react/use-uploader.ts';
import { createMemoryStore } from './fake-store.ts';
import { createScene, fileOf, PART_SIZE, type Scene } from './scene.ts';

let scene: Scene;
let root: Root;
let container: HTMLElement;
let seen: UploadQueue[];

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  scene = createScene();
  seen = [];
  container = document.body.appendChild(document.createElement('main'));
  root = createRoot(container);
});
afterEach(() => {
  act(() => root.unmount());
  container.remove();
  vi.unstubAllGlobals();
});

function Row({ upload }: { readonly upload: Upload }) {
  const { state, progress } = useUpload(upload);
  return <li>{`${upload.name} ${state} ${progress.bytes}`}</li>;
}

function Page({ uploader }: { readonly uploader: Uploader }) {
  const queue = useUploader(uploader);
  seen.push(queue);
  return (
    <section {...queue.dropProps}>
      <p>{queue.isDropping ? 'drop here' : ''}</p>
      <ul>
        {queue.uploads.map((upload) => (
          <Row key={upload.id} upload={upload} />
        ))}
      </ul>
    </section>
  );
}

interface AlbumsProps {
  readonly uploader: Uploader<{ album: string }, { id: number }>;
  readonly seenAlbums: string[];
}

function Albums({ uploader, seenAlbums }: AlbumsProps) {
  const { uploads, add } = useUploader(uploader, () => ({ metadata: { album: 'Rome' } }));
  seenAlbums.push(...uploads.map(({ metadata }) => metadata.album));
  return (
    <button type="button" onClick={() => add([fileOf(1)])}>
      {uploads.map(({ snapshot }) => snapshot.result?.data.id)}
    </button>
  );
}

const show = (uploader: Uploader): Promise<void> =>
  act(async () =>
    root.render(
      <StrictMode>
        <Page uploader={uploader} />
      </StrictMode>,
    ),
  );

function queue(): UploadQueue {
  const last = seen.at(-1);
  if (!last) throw new Error('nothing was rendered');
  return last;
}

/** Adds one or two files, as an event handler would. */
function add(files: readonly [File, File?]): readonly [Upload, Upload] {
  let added: readonly Upload[] = [];
  act(() => {
    added = queue().add(files.filter((file) => file !== undefined));
  });
  const [first, second = first] = added;
  if (!first || !second) throw new Error('nothing was added');
  return [first, second];
}

const rows = (): readonly string[] =>
  [...container.querySelectorAll('li')].map(({ textContent }) => textContent ?? '');

function isFinished(upload: Upload): Promise<unknown> {
  return act(() => scene.finish(upload));
}

/** Makes each PUT take a second. */
function slowDown(): void {
  scene.store.onPut = () => new Promise<void>((done) => void scene.clock.after(1000, done));
}

const plainItem = (file: File) => ({
  webkitGetAsEntry: () => ({ name: file.name, isDirectory: false, file: resolveWith(file) }),
  getAsFile: () => file,
});
const resolveWith = (file: File) => (resolve: (file: File) => void) => resolve(file);

/** A dropped folder with one file, and an unreadable folder. */
function folderItem(name: string, file: File): object {
  const batches = [
    [
      { name: file.name, isDirectory: false, file: resolveWith(file) },
      {
        ...{ name: 'locked', isDirectory: true },
        createReader: () => ({
          readEntries: (_: unknown, reject: (error: Error) => void) => reject(new Error('locked')),
        }),
      },
    ],
    [],
  ];
  const readEntries = (resolve: (batch: unknown) => void) => resolve(batches.shift());
  const entry = { name, isDirectory: true, createReader: () => ({ readEntries }) };
  // Browsers return a folder as an unreadable file.
  return { webkitGetAsEntry: () => entry, getAsFile: () => fileOf(1, name) };
}

/** Dispatches the drag events that a browser sends for files or text. */
function drag(
  type: string,
  files: readonly File[] | null,
  relatedTarget: Node | null = null,
  folders: readonly object[] = [],
) {
  const items = [...(files ?? []).map(plainItem), ...folders];
  const dataTransfer = { types: [files ? 'Files' : 'text/plain'], items };
  const event = new Event(type, { bubbles: true, cancelable: true });
  act(() => {
    const target = container.querySelector('ul');
    target?.dispatchEvent(Object.assign(event, { dataTransfer, relatedTarget }));
  });
  return event;
}

describe('useUploader in StrictMode', () => {
  it('uploads each file once, and shows it until it is removed', async () => {
    await show(scene.uploader());
    const [first, second] = add([fileOf(1, 'a'), fileOf(2, 'b')]);
    expect(rows()).toEqual(['a idle 0', 'b idle 0']);
    expect([await isFinished(first), await isFinished(second)]).toEqual([null, null]);
    expect(rows()).toEqual([`a completed ${PART_SIZE}`, `b completed ${2 * PART_SIZE}`]);
    expect(scene.logged('create')).toHaveLength(2);
    expect(scene.logged('put')).toHaveLength(3);
    await act(() => queue().remove(first));
    expect(rows()).toEqual([`b completed ${2 * PART_SIZE}`]);
    expect(scene.store.objects.size).toBe(2);
  });

  it('adds nothing where nothing was chosen', async () => {
    await show(scene.uploader());
    expect(queue().add(null)).toEqual([]);
    expect(scene.store.log).toEqual([]);
  });

  it('tells the progress of all uploads, which goes back only when one is removed', async () => {
    await show(scene.uploader());
    slowDown();
    const [first] = add([fileOf(3, 'a'), fileOf(5, 'b')]);
    expect(queue().progress).toEqual({
      ...{ bytes: 0, totalBytes: 8 * PART_SIZE, bytesPerSecond: 0, timeLeftMs: null },
    });
    await act(() => scene.clock.advance(1500));
    const { bytes, bytesPerSecond, timeLeftMs } = queue().progress;
    expect(bytes).toBeGreaterThan(0);
    expect(timeLeftMs).toBeCloseTo(((8 * PART_SIZE - bytes) / bytesPerSecond) * 1000);
    await act(() => scene.clock.advance(60_000));
    const all = seen.map(({ progress }) => progress.bytes);
    expect(all).toEqual(all.toSorted((one, other) => one - other));
    expect(queue().progress).toMatchObject({ bytes: 8 * PART_SIZE, totalBytes: 8 * PART_SIZE });
    await act(() => queue().remove(first));
    expect(queue().progress).toMatchObject({ bytes: 5 * PART_SIZE, totalBytes: 5 * PART_SIZE });
  });

  it('removes an upload on its way, and leaves nothing of it', async () => {
    await show(scene.uploader());
    slowDown();
    const [upload] = add([fileOf(2)]);
    await act(() => scene.clock.advance(500));
    await act(() => scene.clock.runUntil(queue().remove(upload)));
    expect([upload.state, rows()]).toEqual(['aborted', []]);
    expect(queue().pending).toEqual([]);
    expect(scene.store.uploads.size).toBe(0);
  });

  it('renders a long list, and reads the store, in intervals instead of for each event', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    try {
      const store = createMemoryStore();
      const list = vi.fn(() => store.list());
      await show(scene.uploader({ store: { ...store, list } }));
      const files = Array.from({ length: 200 }, (_, index) => fileOf(1, `file ${index}`));
      let added: readonly Upload[] = [];
      const before = seen.length;
      act(() => {
        added = queue().add(files);
      });
      expect(rows()).toHaveLength(200);
      await act(() => scene.clock.runUntil(Promise.all(added.map(({ done }) => done))));
      await act(() => vi.advanceTimersByTimeAsync(1000));
      expect(queue().progress).toMatchObject({ bytes: 200 * PART_SIZE });
      expect(new Set(rows().map((row) => row.split(' ')[2]))).toEqual(new Set(['completed']));
      expect(seen.length - before).toBeLessThan(20);
      expect(list.mock.calls.length).toBeLessThan(20);
    } finally {
      vi.useRealTimers();
    }
  });

  it('goes on uploading without a component, and shows it again to the next', async () => {
    const uploader = scene.uploader();
    await show(uploader);
    slowDown();
    const [upload] = add([fileOf(2)]);
    await act(() => scene.clock.advance(500));
    act(() => root.unmount());
    expect(await scene.finish(upload)).toBeNull();
    root = createRoot(container);
    await show(uploader);
    expect(rows()).toEqual([`file.bin completed ${2 * PART_SIZE}`]);
  });
});

describe('what useUploader lists as pending', () => {
  async function leaveBehind(): Promise<void> {
    slowDown();
    const left = scene.add(2);
    await scene.clock.advance(500);
    await scene.clock.runUntil(left.abort({ keep: true }));
    seen = [];
  }

  it('is what a reload has left, until the file is added again, without flickering', async () => {
    await leaveBehind();
    await show(scene.uploader());
    expect(queue().pending).toMatchObject([{ file: { name: 'file.bin' } }]);
    const before = seen.length;
    const [upload] = add([fileOf(2)]);
    expect(await isFinished(upload)).toBeNull();
    expect(scene.logged('create')).toHaveLength(1);
    // From the first rendering with the upload, it is in exactly one of the two lists.
    const lists = seen
      .slice(before)
      .map(({ uploads, pending }) => [uploads.length, pending.length]);
    expect(new Set(lists.map(String))).toEqual(new Set(['1,0']));
  });

  it('is again an upload that was aborted but kept', async () => {
    await show(scene.uploader());
    slowDown();
    const [upload] = add([fileOf(2)]);
    await act(() => scene.clock.advance(500));
    await act(() => scene.clock.runUntil(upload.abort({ keep: true })));
    expect(queue().pending).toHaveLength(1);
    expect(queue().progress.totalBytes).toBe(0);
  });

  it('is never an upload that is just being aborted', async () => {
    await show(scene.uploader());
    slowDown();
    const [upload] = add([fileOf(2)]);
    await act(() => scene.clock.advance(500));
    await act(() => scene.clock.runUntil(upload.abort()));
    expect(rows()).toEqual(['file.bin aborted 0']);
    expect(seen.flatMap(({ pending }) => pending)).toEqual([]);
  });

  it('is discarded on the server and in the store', async () => {
    await leaveBehind();
    await show(scene.uploader());
    const [pending] = queue().pending;
    if (!pending) throw new Error('an upload was left');
    await act(() => scene.clock.runUntil(queue().discard(pending)));
    expect(queue().pending).toEqual([]);
    expect(scene.store.uploads.size).toBe(0);
  });

  it('is nothing where the store fails, and the page stays', async () => {
    const store = { ...scene.options.store, list: () => Promise.reject(new Error('blocked')) };
    await show(scene.uploader({ store } as Partial<UploaderOptions>));
    expect(queue().pending).toEqual([]);
  });
});

describe('the drop target of useUploader', () => {
  it('takes files, and shows when it would', async () => {
    await show(scene.uploader());
    expect(drag('dragenter', [fileOf(1)]).defaultPrevented).toBe(true);
    expect(drag('dragover', [fileOf(1)]).defaultPrevented).toBe(true);
    expect(container.textContent).toBe('drop here');
    drag('dragleave', [fileOf(1)], container.querySelector('p'));
    expect(container.textContent).toBe('drop here');
    drag('dragleave', [fileOf(1)]);
    expect(container.textContent).toBe('');
    drag('dragenter', [fileOf(1)]);
    slowDown();
    expect(drag('drop', [fileOf(1, 'a'), fileOf(2, 'b')]).defaultPrevented).toBe(true);
    expect([queue().isDropping, queue().isReading]).toEqual([false, true]);
    await act(async () => {});
    expect(queue().isReading).toBe(false);
    expect(rows()).toEqual(['a uploading 0', 'b uploading 0']);
    await act(() => scene.clock.advance(3000));
    expect(rows()).toEqual([`a completed ${PART_SIZE}`, `b completed ${2 * PART_SIZE}`]);
  });

  it('takes folders whole, and tells what could not be read', async () => {
    await show(scene.uploader());
    const same = fileOf(1, 'same.txt');
    drag('drop', [fileOf(1, 'a')], null, [folderItem('rome', same), folderItem('oslo', same)]);
    await act(async () => {});
    expect(queue().unreadable).toEqual(['rome/locked', 'oslo/locked']);
    await act(() => scene.clock.advance(5000));
    // Equal files of two folders are two uploads, although they have one fingerprint.
    expect(rows()).toEqual(['a', 'same.txt', 'same.txt'].map((n) => `${n} completed ${PART_SIZE}`));
    drag('drop', [fileOf(1, 'b')]);
    await act(async () => {});
    expect(queue().unreadable).toEqual([]);
  });

  it('leaves to the page what is no file', async () => {
    await show(scene.uploader());
    for (const type of ['dragenter', 'dragover', 'drop']) {
      expect(drag(type, null).defaultPrevented, type).toBe(false);
    }
    expect([queue().isDropping, rows()]).toEqual([false, []]);
  });
});

describe('the types of useUploader', () => {
  it('ask for metadata where files need them, and know what uploads end with', async () => {
    const { transport } = scene.store;
    const uploader = createUploader<{ album: string }, { id: number }>({
      ...scene.options,
      transport: {
        ...transport,
        headObject: async () => null,
        async complete(request, signal) {
          return { ...(await transport.complete(request, signal)), data: { id: 7 } };
        },
      },
    });
    // @ts-expect-error: metadata are needed
    const describeNothing: Parameters<typeof useUploader<{ album: string }>>[1] = () => ({});
    expectTypeOf(describeNothing).toBeFunction();
    const albums: string[] = [];
    await act(async () => root.render(<Albums uploader={uploader} seenAlbums={albums} />));
    await act(async () => container.querySelector('button')?.click());
    await act(() => scene.clock.advance(1000));
    expect(new Set(albums)).toEqual(new Set(['Rome']));
    expect(container.textContent).toBe('7');
  });
});
