// @vitest-environment node
import { BlobWriter, configure, TextReader, ZipWriter } from '@zip.js/zip.js';
import { describe, expect, it } from 'vitest';
import { listZip } from './zip-listing.ts';

async function zipped(add: (zip: ZipWriter<Blob>) => Promise<unknown>): Promise<Uint8Array> {
  configure({ useWebWorkers: false });
  const zip = new ZipWriter(new BlobWriter());
  await add(zip);
  return new Uint8Array(await (await zip.close()).arrayBuffer());
}

function readsOf(bytes: Uint8Array) {
  const reads: [from: number, length: number][] = [];
  const read = async (from: number, length: number) => {
    reads.push([from, length]);
    return bytes.subarray(from, from + length);
  };
  return { reads, read };
}

describe('the contents of an archive', () => {
  it('are listed with their sizes', async () => {
    const bytes = await zipped(async (zip) => {
      await zip.add('目录/', undefined, { directory: true });
      await zip.add('目录/a.txt', new TextReader('hello'));
    });
    const listing = await listZip(bytes.length, readsOf(bytes).read);
    expect(listing).toMatchObject({
      files: [
        { name: '目录/', isDirectory: true },
        { name: '目录/a.txt', isDirectory: false, size: 5, isEncrypted: false },
      ],
      totalBytes: 5,
      isCut: false,
    });
  });

  it('are read from the end of a long archive, and nothing of the rest', async () => {
    const bytes = await zipped(async (zip) => {
      const long = Array.from({ length: 400_000 }, (_, index) => index).join(' ');
      await zip.add('large.txt', new TextReader(long), { level: 0 });
      await zip.add('small.txt', new TextReader('x'));
    });
    const { reads, read } = readsOf(bytes);
    expect((await listZip(bytes.length, read)).files).toHaveLength(2);
    expect(bytes.length).toBeGreaterThan(2_000_000);
    expect(reads).toEqual([[bytes.length - 512 * 1024, 512 * 1024]]);
  });

  it('are not read where their list claims to be very long', async () => {
    const bytes = await zipped((zip) => zip.add('a.txt', new TextReader('x')));
    const end = bytes.length - 22;
    const size = 3 * 1024 ** 3;
    // The end record claims that the list fills nearly all of the archive.
    const view = new DataView(bytes.buffer);
    view.setUint32(end + 12, size - 22 - 100, true);
    view.setUint32(end + 16, 100, true);
    const reads: number[] = [];
    const read = async (from: number, length: number) => {
      reads.push(length);
      const tail = new Uint8Array(Math.min(length, 1024 ** 2));
      tail.set(bytes.subarray(-Math.min(length, 22)), tail.length - Math.min(length, 22));
      // The central directory begins at the offset in the end record.
      return from + length === size ? tail : Uint8Array.from([0x50, 0x4b, 1, 2]);
    };
    await expect(listZip(size, read)).rejects.toThrow();
    expect(Math.max(...reads)).toBeLessThanOrEqual(32 * 1024 ** 2);
  });

  it('are not there where it is no archive', async () => {
    const bytes = new TextEncoder().encode('no archive at all');
    await expect(listZip(bytes.length, readsOf(bytes).read)).rejects.toThrow();
  });
});
