import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { createPathClaims } from './local-names.ts';

it('a file whose name is that of another on this disk is refused', async () => {
  const isOne = vi.fn(async () => true);
  const claim = createPathClaims(isOne);
  await claim('out/Sub/a.txt');
  await claim('out/Sub/b.txt');
  expect(isOne).not.toHaveBeenCalled();
  await expect(claim('out/sub/A.txt')).rejects.toMatchObject({
    messageName: 'name_collides',
    details: { path: 'out/Sub/a.txt' },
  });
  expect(isOne.mock.calls).toEqual([
    ['out', 'Sub', 'sub'],
    ['out', 'a.txt', 'A.txt'],
  ]);
  await claim('out/caf\u00e9');
  await expect(claim('out/cafe\u0301')).rejects.toMatchObject({ messageName: 'name_collides' });
});

it('a disk that keeps the names apart takes both, and nothing of the trial stays', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'satchel-names-'));
  const claim = createPathClaims();
  await claim(join(folder, 'a.txt'));
  const taken = claim(join(folder, 'A.txt'));
  if (process.platform === 'linux') await taken;
  else await taken.catch(() => undefined);
  expect(await readdir(folder)).toEqual([]);
  await rm(folder, { recursive: true });
});
