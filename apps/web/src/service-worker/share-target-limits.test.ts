// @vitest-environment node
import 'fake-indexeddb/auto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { database } from '#shared/offline/database.ts';
import { limitIncoming, receiveShare } from './share-target.ts';

const MIB = 1024 ** 2;
/** Claims a size without having the bytes. */
const file = (sizeMib: number) => ({ name: 'f', size: sizeMib * MIB }) as File;
const item = (text: string, ...files: File[]) => ({ text, files, receivedAtMs: 0 });
const texts = async () => (await database.incoming.orderBy('id').toArray()).map(({ text }) => text);

describe('what waits from the share sheet (SECURITY 24)', () => {
  afterEach(() => database.incoming.clear());

  it('is few items, the newest', async () => {
    for (let at = 0; at < 8; at += 1) await limitIncoming(item(`${at}`));
    expect(await texts()).toEqual(['3', '4', '5', '6', '7']);
  });

  it('is few bytes: older items go for a new one', async () => {
    await limitIncoming(item('first', file(900)));
    await limitIncoming(item('second', file(900)));
    expect(await texts()).toEqual(['first', 'second']);
    await limitIncoming(item('third', file(900)));
    expect(await texts()).toEqual(['second', 'third']);
  });

  it('has of one item no more files than may wait', async () => {
    await limitIncoming(item('large', file(1500), file(1500), file(100)));
    const [kept] = await database.incoming.toArray();
    expect(kept?.files.map(({ size }) => size / MIB)).toEqual([1500, 100]);
    expect(kept?.leftOut, 'the user is told of the other').toBe(1);
  });

  async function share(text: string, ...files: File[]): Promise<void> {
    const form = new FormData();
    form.append('text', text);
    for (const each of files) form.append('files', each);
    // Node refuses relative addresses, which browsers resolve.
    vi.spyOn(Response, 'redirect').mockReturnValue(new Response());
    await receiveShare(new Request('http://localhost/', { method: 'POST', body: form }));
  }

  it('counts the files that are too many, and those for which the browser has no space', async () => {
    await share('', ...Array.from({ length: 103 }, (_, at) => new File(['x'], `${at}.txt`)));
    const add = vi.spyOn(database.incoming, 'add').mockRejectedValueOnce(new Error('quota'));
    await share('words', new File(['x'], 'a.txt'), new File(['x'], 'b.txt'));
    add.mockRestore();
    const items = await database.incoming.orderBy('id').toArray();
    expect(items.map(({ text, files, leftOut }) => [text, files.length, leftOut])).toEqual([
      ['', 100, 3],
      ['words', 0, 2],
    ]);
  });

  it('has empty files, too, and is nothing where nothing was shared', async () => {
    await share('', new File([], 'empty.txt'));
    await share('', new File([], ''));
    const items = await database.incoming.toArray();
    expect(items.map(({ files }) => files.map(({ name }) => name))).toEqual([['empty.txt']]);
  });
});
