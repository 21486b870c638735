import { ReadableStream, TransformStream, WritableStream } from 'node:stream/web';
import i18next from 'i18next';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ToldError } from '#shared/errors/told-error.ts';
import { leaveAll, tasks } from '#shared/tasks/tasks.ts';
import { mockCalls } from '#shared/testing/mock-calls.ts';
import type { ArchiveSink } from './archive-sink.ts';
import { packFiles } from './pack-entries.ts';

// Adds the stream classes of browsers, which jsdom lacks.
Object.assign(globalThis, { ReadableStream, TransformStream, WritableStream });
vi.spyOn(i18next, 't').mockImplementation(((key: string) => key) as never);
const file = (name: string) => ({
  ...{ path: `/m/${name}`, name, sizeBytes: 4, modified: '2026-11-22T00:00:00.000Z' },
  isFolder: false,
});

function createSink(write: (chunk: Uint8Array) => void = () => {}) {
  const chunks: Uint8Array[] = [];
  const aborted = vi.fn();
  const sink = {
    writable: new WritableStream<Uint8Array>({
      write(chunk) {
        write(chunk);
        chunks.push(chunk);
      },
      abort: aborted,
    }),
    save: vi.fn(async () => {}),
    discard: vi.fn(async () => {}),
  } satisfies ArchiveSink;
  // The archive is not compressed, so its bytes contain the text.
  const text = () => chunks.map((chunk) => new TextDecoder('latin1').decode(chunk)).join('');
  return { sink, text, aborted };
}

const task = () => tasks.get(tasks.ids()[0] ?? '');

afterEach(() => leaveAll());

describe('an archive', () => {
  it('has all files in their order, and is saved once it is whole', async () => {
    mockCalls({ fs: { download: ({ query }) => new Response(`<${query.path}>`) } });
    const { sink, text } = createSink();
    packFiles('x.zip', [file('b'), file('a')], sink);
    await vi.waitFor(() => expect(task()?.state).toBe('completed'));
    expect(text()).toMatch(/<\/m\/b>[\s\S]*<\/m\/a>/);
    expect(sink.save).toHaveBeenCalledTimes(1);
    expect(sink.discard).not.toHaveBeenCalled();
  });

  it('leaves out what cannot be read, lists it, and is whole all the same', async () => {
    mockCalls({
      fs: {
        download({ query }) {
          if (query.path === '/m/a') throw new ToldError('It is gone.');
          return new Response('good');
        },
      },
    });
    const { sink, text } = createSink();
    packFiles('x.zip', [file('a'), file('b')], sink);
    await vi.waitFor(() => expect(task()?.state).toBe('partial'));
    expect(task()?.files?.map(({ state }) => state)).toEqual(['failed', 'completed']);
    expect(text()).toContain('a: It is gone.');
    expect(text()).toContain('good');
    expect(sink.save).toHaveBeenCalledTimes(1);
    expect(task()?.retry, 'the archive is closed').toBeUndefined();
  });

  it('is not saved where it is cancelled', async () => {
    const { fs } = mockCalls({
      fs: {
        download: (_, { signal }) =>
          new Promise<never>((_resolve, reject) => signal?.addEventListener('abort', reject)),
      },
    });
    const { sink, aborted } = createSink();
    packFiles('x.zip', [file('a')], sink);
    await vi.waitFor(() => expect(task()?.files?.[0]?.state).toBe('running'));
    await vi.waitFor(() => expect(fs.download).toHaveLength(1));
    task()?.cancel();
    expect(task()?.state).toBe('cancelled');
    await vi.waitFor(() => expect(aborted).toHaveBeenCalled());
    expect(sink.discard).toHaveBeenCalledTimes(1);
    expect(sink.save).not.toHaveBeenCalled();
  });

  it('fails, and reads nothing more, where the disk is full', async () => {
    const { fs } = mockCalls({ fs: { download: () => new Response('good') } });
    const { sink } = createSink(() => {
      throw new ToldError('The disk is full.');
    });
    packFiles('x.zip', [file('a'), file('b'), file('c')], sink);
    await vi.waitFor(() => expect(task()?.state).toBe('failed'));
    expect(fs.download).toHaveLength(1);
    expect(sink.save).not.toHaveBeenCalled();
    expect(sink.discard).toHaveBeenCalledTimes(1);
  });
});
