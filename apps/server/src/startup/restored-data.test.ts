import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  finishRestore,
  listPrepared,
  prepare,
  putInPlace,
  putPrepared,
  removeUnfinished,
  UNPACKED,
} from './restored-data.ts';

const AT = new Date('2026-11-22T10:20:30.456Z');
const STAMP = '2026-11-22T10-20-30-456Z';
const NAMES = ['objects', 'satchel.db', 'secret.key'];

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'satchel-restored-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function write(place: string, text: string): Promise<void> {
  await mkdir(join(folder, place, 'objects'), { recursive: true });
  await writeFile(join(folder, place, 'objects', 'object'), text);
  await writeFile(join(folder, place, 'satchel.db'), text);
  await writeFile(join(folder, place, 'secret.key'), text);
}

async function readAll(place: string): Promise<readonly string[]> {
  const files = ['objects/object', 'satchel.db', 'secret.key'];
  return Promise.all(files.map((name) => readFile(join(folder, place, name), 'utf8')));
}

describe('what a restore puts in place', () => {
  it('takes the place of all that was there, which is kept, SQLite’s journal with its database', async () => {
    await write('', 'old');
    await writeFile(join(folder, 'satchel.db-wal'), 'of the old one');
    await write(UNPACKED, 'new');
    const replaced = await putInPlace(folder, AT);
    expect(replaced).toBe(join(folder, `replaced-${STAMP}`));
    expect(await readAll('')).toEqual(['new', 'new', 'new']);
    expect(await readAll(`replaced-${STAMP}`)).toEqual(['old', 'old', 'old']);
    expect((await readdir(folder)).sort()).toEqual([...NAMES, `replaced-${STAMP}`].sort());
  });

  it('is the same wherever a crash has cut it off', async () => {
    // Names of moved files and their replacements, in order.
    const moves = [
      ...['satchel.db-wal', 'satchel.db', 'objects', 'secret.key'].map((name) => [
        name,
        `replaced-${STAMP}/${name}`,
      ]),
      ...['secret.key', 'objects', 'satchel.db'].map((name) => [`restored-${STAMP}/${name}`, name]),
    ] as [string, string][];
    for (let done = 0; done <= moves.length; done += 1) {
      await rm(folder, { recursive: true });
      await mkdir(folder);
      await write('', 'old');
      await writeFile(join(folder, 'satchel.db-wal'), 'of the old one');
      await write(`restored-${STAMP}`, 'new');
      if (done > 0) await mkdir(join(folder, `replaced-${STAMP}`));
      for (const [from, to] of moves.slice(0, done))
        await rename(join(folder, from), join(folder, to));
      await finishRestore(folder);
      expect(await readAll(''), `after ${done} moves`).toEqual(['new', 'new', 'new']);
      expect(await readAll(`replaced-${STAMP}`)).toEqual(['old', 'old', 'old']);
      expect((await readdir(folder)).sort()).toEqual([...NAMES, `replaced-${STAMP}`].sort());
    }
  });

  it('is nothing before it was complete', async () => {
    await write('', 'old');
    await write(UNPACKED, 'half of the new');
    await finishRestore(folder);
    expect(await readAll('')).toEqual(['old', 'old', 'old']);
    await removeUnfinished(folder);
    expect((await readdir(folder)).sort()).toEqual(NAMES);
  });

  it('waits for rows that are elsewhere, and is nothing without them', async () => {
    await write('', 'old');
    await write(UNPACKED, 'new');
    const stamp = await prepare(folder, AT);
    await finishRestore(folder);
    expect(await readAll('')).toEqual(['old', 'old', 'old']);
    expect(await listPrepared(folder)).toEqual([stamp]);
    expect(await putPrepared(folder, stamp)).toBe(join(folder, `replaced-${STAMP}`));
    expect(await readAll('')).toEqual(['new', 'new', 'new']);
    await write(UNPACKED, 'another');
    await prepare(folder, AT);
    await removeUnfinished(folder);
    expect(await readAll('')).toEqual(['new', 'new', 'new']);
    expect(await listPrepared(folder)).toEqual([]);
  });
});
