// @vitest-environment node
import 'fake-indexeddb/auto';
import { afterEach, describe, expect, it } from 'vitest';
import { database } from '#shared/offline/database.ts';
import { limitIncoming } from './share-target.ts';

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
  });
});
