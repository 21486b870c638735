import { existsSync } from 'node:fs';
import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createVirtualChecksums, createVirtualObjects } from '../../test/virtual-objects.ts';
import { runProgram } from '../../test/webdav-clients.ts';
import { createBufferBudget } from '../concurrency/buffer-budget.ts';
import type { ArchiveEntry } from './archive-entry.ts';
import { type ArchivePlan, createArchives } from './archives.ts';

const { signal } = new AbortController();
const GIBIBYTE = 1024 ** 3;
const KIBIBYTE = 1024;

const TEST_BY_PYTHON =
  'import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; print(len(z.infolist()))';
const LIST_BY_PYTHON =
  'import sys, zipfile; print([(i.filename, i.file_size, i.header_offset) for i in zipfile.ZipFile(sys.argv[1]).infolist()])';

/** Programs that unpack archives; `npm test` installs them if it may. */
const TOOLS = {
  unzip: ['unzip', '-tqq'],
  '7z': ['7z', 't', '-bso0'],
  python3: ['python3', '-c', TEST_BY_PYTHON],
  bsdtar: ['bsdtar', '-xOf'],
} as const;
const isInstalled = (program: string) =>
  (process.env.PATH ?? '').split(':').some((folder) => existsSync(join(folder, program)));

describe('an archive, for the tools that unpack it', () => {
  const objects = createVirtualObjects();
  const checksums = createVirtualChecksums();
  const archives = createArchives({ checksums, buffers: createBufferBudget(8 * KIBIBYTE ** 2) });
  let directory = '';
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'satchel-unpacking-'));
  });
  afterAll(() => rm(directory, { recursive: true, force: true }));

  const planOf = (entries: readonly ArchiveEntry[]) =>
    archives.plan(async function* each() {
      yield* entries;
    }, signal);
  /** Writes ranges of an archive to a file; what lies between them stays a hole. */
  const write = async (
    name: string,
    plan: ArchivePlan,
    ranges: readonly (readonly [start: number, end: number])[],
  ) => {
    const path = join(directory, name);
    await using file = await open(path, 'w');
    for (const [start, end] of ranges) {
      let at = start;
      for await (const chunk of plan.read({ start, end }, signal)) {
        await file.write(chunk as Buffer, 0, (chunk as Buffer).length, at);
        at += (chunk as Buffer).length;
      }
    }
    return path;
  };
  const mixed = () => [
    objects.directory('d/'),
    objects.put('d/small', 1000),
    objects.put('d/large', 300 * KIBIBYTE),
    objects.put('d/日记 é.txt', 3),
    objects.put('d/empty', 0),
    objects.directory('d/none/'),
    objects.put('d/last', 700 * KIBIBYTE),
  ];
  const SIZE = 1_000_000 + 1003 + 24_000;

  it.for(Object.entries(TOOLS))(
    'is whole for %s',
    async ([tool, [command, ...parameters]], { skip }) => {
      skip(!isInstalled(tool), `${tool} is not installed`);
      const plan = await planOf(mixed());
      const path = await write('mixed.zip', plan, [[0, plan.size]]);
      const { code, output } = await runProgram(command, [...parameters, path]);
      expect([code, /warn|error/i.test(output)]).toEqual([0, false]);
      if (tool === 'bsdtar') expect(Buffer.byteLength(output)).toBeGreaterThan(SIZE);
      if (tool === 'python3') expect(output).toBe('7\n');
    },
  );

  it('is whole for bsdtar that reads it from a pipe', async ({ skip }) => {
    skip(!isInstalled('bsdtar'), 'bsdtar is not installed');
    const plan = await planOf(mixed());
    const path = await write('piped.zip', plan, [[0, plan.size]]);
    const unpacked = join(directory, 'unpacked');
    const script = 'mkdir "$2" && cat "$1" | bsdtar -xf - -C "$2"';
    expect(await runProgram('sh', ['-c', script, 'sh', path, unpacked])).toEqual({
      code: 0,
      output: '',
    });
    for (const { name, object } of mixed()) {
      if (!object) continue;
      const found = await readFile(join(unpacked, name));
      expect(found.equals(objects.contentOf(object.size)), name).toBe(true);
    }
  });

  it('with a file of 5 GiB and one behind it is found by unzip, 7z and Python', async ({
    skip,
  }) => {
    skip(!['unzip', '7z', 'python3'].every(isInstalled), 'they are not installed');
    const huge = objects.put('huge', 5 * GIBIBYTE);
    checksums.remember(huge.object ?? { key: '', etag: '' }, crc32('not looked at'));
    const plan = await planOf([huge, objects.put('after', 10)]);
    const path = await write('huge.zip', plan, [
      [0, 1000],
      [5 * GIBIBYTE, plan.size],
    ]);
    const python = await runProgram('python3', ['-c', LIST_BY_PYTHON, path]);
    expect(python.output).toBe("[('huge', 5368709120, 0), ('after', 10, 5368709207)]\n");
    const unzip = await runProgram('unzip', ['-p', path, 'after']);
    expect([unzip.code, unzip.output]).toEqual([0, objects.contentOf(10).toString()]);
    const sevenZip = await runProgram('7z', ['t', '-bso0', path, 'after']);
    expect([sevenZip.code, sevenZip.output]).toEqual([0, '']);
  });

  it('of 70,000 files is whole for unzip, 7z, Python and bsdtar', async ({ skip }) => {
    skip(!Object.keys(TOOLS).every(isInstalled), 'they are not installed');
    const { object, modified } = objects.put('x', 2);
    const plan = await archives.plan(async function* many() {
      for (let at = 0; at < 70_000; at += 1) yield { name: `${at}`, modified, object };
    }, signal);
    const path = await write('many.zip', plan, [[0, plan.size]]);
    for (const [command, ...parameters] of Object.values(TOOLS)) {
      const { code, output } = await runProgram(command, [...parameters, path]);
      expect([command, code, /warn|error/i.test(output)]).toEqual([command, 0, false]);
    }
  });
});
