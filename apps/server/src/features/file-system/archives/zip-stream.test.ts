import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { BlobReader, TextWriter, Uint8ArrayReader, ZipReader } from '@zip.js/zip.js';
import { describe, expect, it } from 'vitest';
import { centralHeader, dataDescriptor, endOfArchive, localHeader } from './zip-format.ts';
import { type ZipContent, type ZipEntry, zipOf } from './zip-stream.ts';

const MODIFIED = new Date('2026-06-01T09:00:04Z');

function entry(name: string, content: ZipContent | undefined, modified = MODIFIED): ZipEntry {
  return { name, modified, read: async () => content };
}

async function* each(...entries: readonly ZipEntry[]) {
  yield* entries;
}

async function* chunksOf(...texts: readonly string[]) {
  for (const text of texts) yield Buffer.from(text);
}

const bytesOf = async (entries: AsyncIterable<ZipEntry>) =>
  buffer(Readable.from(zipOf(entries), { objectMode: false }));

const open = (bytes: Uint8Array) => new ZipReader(new Uint8ArrayReader(bytes)).getEntries();

describe('an archive', () => {
  it('has what came, under its name and with its time', async () => {
    const streamed = { size: 11, body: chunksOf('hello', ' world') };
    const found = await open(
      await bytesOf(
        each(
          entry('photos/', new Uint8Array()),
          entry('photos/目录 é.txt', Buffer.from('你好')),
          entry('photos/large.txt', streamed),
        ),
      ),
    );
    const read = await Promise.all(
      found.map(async (one) => [
        one.filename,
        one.directory,
        one.lastModDate.toISOString(),
        one.directory ? '' : await one.getData?.(new TextWriter(), { checkSignature: true }),
      ]),
    );
    expect(read).toEqual([
      ['photos/', true, MODIFIED.toISOString(), ''],
      ['photos/目录 é.txt', false, MODIFIED.toISOString(), '你好'],
      ['photos/large.txt', false, MODIFIED.toISOString(), 'hello world'],
    ]);
  });

  it('of nothing is one, too', async () => {
    expect(await open(await bytesOf(each()))).toEqual([]);
  });

  it('leaves out what is gone when it is its turn', async () => {
    const found = await open(
      await bytesOf(each(entry('gone', undefined), entry('there', Buffer.from('x')))),
    );
    expect(found.map(({ filename }) => filename)).toEqual(['there']);
  });

  it.each([10, 12])('fails where a file of 11 bytes was to have %i', async (size) => {
    const body = chunksOf('hello', ' world');
    await expect(bytesOf(each(entry('a', { size, body })))).rejects.toThrow('11 bytes');
  });

  it('of more than 65,535 entries is in zip64, and all of them are found', async () => {
    const count = 70_000;
    async function* many() {
      for (let index = 0; index < count; index += 1) yield entry(`${index}`, Buffer.from('x'));
    }
    const bytes = await bytesOf(many());
    const entries = new ZipReader(new BlobReader(new Blob([bytes]))).getEntriesGenerator();
    let seen = 0;
    for await (const { filename } of entries) {
      expect(filename).toBe(`${seen}`);
      seen += 1;
    }
    expect(seen).toBe(count);
  });

  it('ends the file that it is reading when nobody reads it any more', async () => {
    let isEnded = false;
    async function* endless() {
      try {
        for (;;) yield Buffer.alloc(1000);
      } finally {
        isEnded = true;
      }
    }
    const zip = zipOf(each(entry('a', { size: 1e12, body: endless() })));
    for (let chunk = 0; chunk < 3; chunk += 1) await zip.next();
    await zip.return(undefined);
    expect(isEnded).toBe(true);
  });
});

describe('records of 4 GiB and more', () => {
  const GIB_5 = 5 * 1024 ** 3;
  const record = {
    name: Buffer.from('large'),
    modified: MODIFIED,
    size: GIB_5,
    crc32: 0x1234_5678,
    isStreamed: true,
  };

  it('have their sizes in 64 bits, in every place', () => {
    const local = localHeader(record);
    expect(local.readUInt32LE(18)).toBe(0xffff_ffff);
    expect(local.readUInt16LE(4)).toBe(45);
    const descriptor = dataDescriptor(record);
    expect(descriptor.length).toBe(24);
    expect(Number(descriptor.readBigUInt64LE(8))).toBe(GIB_5);
    const central = centralHeader({ ...record, offset: 7 });
    // The field follows the header of 46 bytes, the name and the time field.
    const field = central.subarray(46 + 5 + 9);
    expect([field.readUInt16LE(0), field.readUInt16LE(2)]).toEqual([1, 16]);
    expect(Number(field.readBigUInt64LE(4))).toBe(GIB_5);
    expect(central.readUInt32LE(42)).toBe(7);
  });

  it('say in 64 bits where they begin, where that is far', () => {
    const central = centralHeader({ ...record, size: 3, offset: GIB_5 });
    const field = central.subarray(46 + 5 + 9);
    expect(central.readUInt32LE(42)).toBe(0xffff_ffff);
    expect(field.readUInt16LE(2)).toBe(8);
    expect(Number(field.readBigUInt64LE(4))).toBe(GIB_5);
  });

  it('are told of at the end', () => {
    expect(endOfArchive(1, { offset: 100, size: 50 })).toHaveLength(22);
    const end = endOfArchive(1, { offset: GIB_5, size: 50 });
    expect(Number(end.readBigUInt64LE(48))).toBe(GIB_5);
    expect(Number(end.readBigUInt64LE(56 + 8))).toBe(GIB_5 + 50);
    expect(end.readUInt32LE(76 + 16)).toBe(0xffff_ffff);
  });

  it.each([
    ['1970-01-01T00:00:00Z', 0x21],
    ['2200-01-01T00:00:00Z', (127 << 9) | 0x21],
  ])('%s fits into the old field of the date', (modified, date) => {
    const local = localHeader({ ...record, modified: new Date(modified) });
    expect(local.readUInt16LE(12)).toBe(date);
  });
});
