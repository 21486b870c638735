import { appendFile, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { JournalFile, type RecordPosition } from './journal-file.ts';

let directory = '';
let path = '';
let count = 0;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'satchel-journal-'));
});
afterAll(() => rm(directory, { recursive: true }));
beforeEach(() => {
  count += 1;
  path = join(directory, String(count));
});

const record = (value: unknown) => Buffer.from(JSON.stringify(value));

async function write(...commits: unknown[][]): Promise<RecordPosition[]> {
  const file = await JournalFile.open(path, 'wx+');
  const positions: RecordPosition[] = [];
  for (const commit of commits) positions.push(...(await file.append(commit.map(record))));
  await file.retire();
  return positions;
}

async function recover(): Promise<unknown[]> {
  const file = await JournalFile.open(path, 'r+');
  const values: unknown[] = [];
  try {
    for await (const records of file.recover()) {
      for (const { json, position } of records) {
        expect(await file.read(position)).toBe(json);
        values.push(JSON.parse(json));
      }
    }
    await file.append([record('after')]);
  } finally {
    await file.retire();
  }
  return values;
}

test('what was appended is recovered in order, and found at its position', async () => {
  const long = 'x'.repeat(3_000_000);
  await write([{ a: 'tab\tnewline\n' }, 'ü'], [long], ['last']);
  expect(await recover()).toEqual([{ a: 'tab\tnewline\n' }, 'ü', long, 'last']);
  expect(await recover()).toEqual([{ a: 'tab\tnewline\n' }, 'ü', long, 'last', 'after']);
});

test('a commit torn at any byte is cut off as a whole, and the next append follows on', async () => {
  await write(['kept'], ['one', 'two']);
  const whole = await readFile(path);
  const first = whole.indexOf('\n') + 1;
  for (let length = first; length < whole.length; length += 1) {
    await writeFile(path, whole);
    await truncate(path, length);
    expect(await recover()).toEqual(['kept']);
    // The append of recover() follows on at once: nothing of the torn commit is between or behind.
    expect((await readFile(path, 'utf8')).replace(/[0-9a-f]{8}\t/g, '')).toBe('"kept"\n"after"\n');
    expect(await recover()).toEqual(['kept', 'after']);
  }
});

test.each([
  ['zeros', Buffer.alloc(500)],
  ['zeros with a line end', Buffer.concat([Buffer.alloc(500), Buffer.from('\n')])],
  ['a wrong sum', Buffer.from('00000000\t"x"\n')],
])('%s behind the last commit are cut off', async (_, garbage) => {
  await write(['kept']);
  await appendFile(path, garbage);
  expect(await recover()).toEqual(['kept']);
  expect(await recover()).toEqual(['kept', 'after']);
});

test('damage in the middle is not taken for a torn end', async () => {
  const [first] = await write(['one'], ['two'], ['three']);
  const whole = await readFile(path);
  const at = first?.offset ?? 0;
  whole[at + 1] = (whole[at + 1] ?? 0) ^ 1;
  await writeFile(path, whole);
  await expect(recover()).rejects.toThrow('The journal is damaged at byte 0');
  expect(await readFile(path)).toEqual(whole);
});
