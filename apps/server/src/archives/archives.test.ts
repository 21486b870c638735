import { buffer } from 'node:stream/consumers';
import { TextWriter, Uint8ArrayReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js';
import { beforeEach, describe, expect, it } from 'vitest';
import { createVirtualChecksums, createVirtualObjects } from '../../test/virtual-objects.ts';
import { createBufferBudget } from '../concurrency/buffer-budget.ts';
import type { ArchiveEntry } from './archive-entry.ts';
import { type ArchivePlan, createArchives } from './archives.ts';
import { SMALL_BYTES } from './layout.ts';

const { signal } = new AbortController();
const CHANGED = { code: 'file_system.changed' };
const GIBIBYTE = 1024 ** 3;

const list = (entries: readonly ArchiveEntry[]) =>
  async function* each() {
    yield* entries;
  };

describe('an archive of stored files (SECURITY 10)', () => {
  let objects: ReturnType<typeof createVirtualObjects>;
  let checksums: ReturnType<typeof createVirtualChecksums>;
  beforeEach(() => {
    objects = createVirtualObjects();
    checksums = createVirtualChecksums();
  });
  const archives = (bufferBytes = 8 * 1024 ** 2, known = checksums) =>
    createArchives({ checksums: known, buffers: createBufferBudget(bufferBytes) });
  const plan = (entries: readonly ArchiveEntry[], made = archives()) =>
    made.plan(list(entries), signal);
  const read = ({ size, read: open }: ArchivePlan, start = 0, end = size) =>
    buffer(open({ start, end }, signal));
  const open = (bytes: Uint8Array) => new ZipReader(new Uint8ArrayReader(bytes)).getEntries();
  /** Directory, small, large and empty files, and a name that is no ASCII. */
  const mixed = () => [
    objects.directory('d/'),
    objects.put('d/small', 1000),
    objects.put('d/large', SMALL_BYTES + 1),
    objects.put('d/日记 é', 3),
    objects.put('d/empty', 0),
    objects.put('d/last', SMALL_BYTES + 70_000),
  ];

  it('has every file under its name, with its time, length and bytes', async () => {
    const made = await plan(mixed());
    const bytes = await read(made);
    expect(bytes.length).toBe(made.size);
    const found = await Promise.all(
      (await open(bytes)).map(async (entry) => [
        entry.filename,
        entry.lastModDate.toISOString(),
        entry.directory
          ? null
          : Buffer.from(
              (await entry.getData?.(new Uint8ArrayWriter(), { checkSignature: true })) ?? [],
            ),
      ]),
    );
    expect(found).toEqual(
      mixed().map(({ name, modified, object }) => [
        name,
        modified.toISOString(),
        object ? objects.contentOf(object.size) : null,
      ]),
    );
  });

  it('of nothing is one, too', async () => {
    const made = await plan([]);
    expect(made.size).toBe(22);
    expect(await open(await read(made))).toEqual([]);
  });

  it('is the same wherever it is cut', async () => {
    const small = [objects.directory('d/'), objects.put('d/a', 90), objects.put('b', 7)];
    const made = await plan(small);
    const whole = await read(made);
    for (let at = 1; at < made.size; at += 1) {
      const halves = [await read(made, 0, at), await read(made, at)];
      expect(Buffer.concat(halves).equals(whole), `cut at ${at}`).toBe(true);
    }
  });

  it('is the same in every range around the borders of large files', async () => {
    const made = await plan(mixed());
    const whole = await read(made);
    const borders = [0, 1100, 1101 + SMALL_BYTES, 1300 + SMALL_BYTES, made.size - 400, made.size];
    const around = borders.flatMap((at) => [-90, -33, -16, -1, 0, 1, 60].map((by) => at + by));
    const starts = around.filter((at) => at >= 0 && at < made.size);
    for (const start of starts) {
      for (const end of [start + 1, start + 40, start + 200_000, made.size]) {
        const found = await read(made, start, Math.min(end, made.size));
        expect(found.equals(whole.subarray(start, end)), `${start} to ${end}`).toBe(true);
      }
    }
  });

  it('has the same bytes whether checksums are known or not, and without free memory', async () => {
    const first = await read(await plan(mixed()));
    expect(checksums.known.size).toBe(4);
    const ofKnown = await read(await plan(mixed()));
    const ofNone = await read(await plan(mixed(), archives(0, createVirtualChecksums())));
    const etags = [await plan(mixed()), await plan(mixed(), archives(0))].map(({ etag }) => etag);
    expect([ofKnown.equals(first), ofNone.equals(first)]).toEqual([true, true]);
    expect(etags[0]).toBe(etags[1]);
    expect(etags[0]).toMatch(/^"[0-9a-f]{32}"$/);
  });

  it.each([
    ['name', () => objects.put('b', 10)],
    ['size', () => objects.put('a', 11)],
    ['version', () => objects.put('a', 10, { etag: '"other"' })],
    ['time', () => ({ ...objects.put('a', 10), modified: new Date('2026-06-01T09:00:05Z') })],
  ])('has another ETag after a change of the %s of a file', async (_what, change) => {
    const { etag } = await plan([objects.put('a', 10)]);
    expect((await plan([change()])).etag).not.toBe(etag);
    expect(
      (await plan([{ ...objects.put('a', 10), modified: new Date('2026-06-01T09:00:04.9Z') }]))
        .etag,
    ).toBe(etag);
  });

  it('opens only what a range needs, at its offset, and asks for the rest of the checksums', async () => {
    const entries = mixed();
    const made = await plan(entries);
    expect(objects.reads).toEqual([]);
    const directory = (await read(made)).readUInt32LE(made.size - 6);
    objects.reads.splice(0);
    await read(made, directory);
    expect(objects.reads).toEqual([]);
    await read(made, directory - 60_000, directory - 59_000);
    expect(objects.reads).toEqual([expect.stringMatching(/^d\/last bytes=\d+-\d+$/)]);
    objects.reads.splice(0);
    checksums.known.clear();
    await read(made, made.size - 22);
    expect(objects.reads).toEqual([]);
    await read(made, made.size - 23);
    expect(objects.reads).toEqual(['d/last']);
  });

  it.each([
    ['is replaced', () => objects.put('d/large', SMALL_BYTES + 1, { etag: '"other"' })],
    ['is gone', () => objects.remove('d/large')],
    [
      'is shorter than it was',
      () => objects.put('d/large', SMALL_BYTES + 1, { sent: SMALL_BYTES }),
    ],
    ['cannot be read', () => objects.put('d/large', SMALL_BYTES + 1, { error: new Error('no') })],
  ])('breaks off where a file %s, also in the middle of it', async (_what, change) => {
    const made = await plan(mixed());
    change();
    await expect(read(made)).rejects.toThrow();
    await expect(read(made, 200_000)).rejects.toThrow();
    await expect.poll(objects.openBodies).toBe(0);
  });

  it('keeps a short list, and notices every change of a long one before its last byte', async () => {
    const name = (at: number) => `${String(at).padStart(5, '0')}`;
    const many = Array.from({ length: 1500 }, (_, at) => objects.put(name(at), 5));
    let listed = many;
    const made = await archives().plan(() => list(listed)(), signal);
    const whole = await read(made);
    listed = [...many.slice(0, -1), objects.put('zzzzz', 5)];
    for (const [start, end] of [
      [0, made.size],
      [0, 1],
      [0, 40_000],
      [made.size - 5000, made.size - 4000],
    ]) {
      await expect(read(made, start, end)).rejects.toMatchObject(CHANGED);
    }
    expect((await read(made, made.size - 10)).equals(whole.subarray(-10))).toBe(true);
    listed = many.slice(0, 500);
    const short = await archives().plan(() => list(listed)(), signal);
    listed = many.slice(0, 501);
    expect(await open(await read(short))).toHaveLength(500);
  });

  it('ends all reads with its reader', async () => {
    const made = await plan([objects.put('huge', 100 * GIBIBYTE), ...mixed()]);
    const stop = new AbortController();
    const body = made.read({ start: 50 * GIBIBYTE, end: made.size }, stop.signal);
    for await (const _chunk of body) break;
    stop.abort();
    await expect.poll(objects.openBodies).toBe(0);
  });

  it('prefetches small files within the memory that is free', async () => {
    const small = Array.from({ length: 30 }, (_, at) => objects.put(`${at}`, 20_000));
    const made = await plan(small);
    const body = made.read({ start: 0, end: made.size }, signal);
    for await (const _chunk of body) break;
    expect(objects.reads.length).toBeGreaterThan(5);
    expect(objects.reads.length).toBeLessThan(15);
    const [first] = await open(await read(made));
    const text = first?.directory === false ? first.getData(new TextWriter()) : '';
    expect(await text).toHaveLength(20_000);
  });
});
