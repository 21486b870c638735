import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ApiClient, createApiClient } from '@satchel/api-client';
import { login } from '@satchel/api-client/contract/sessions';
import { health, readiness } from '@satchel/api-client/contract/system';
import { createTextShare, viewTextShare } from '@satchel/api-client/contract/text-shares';
import { freePort } from '@satchel/test-kit/free-port';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Child, startChild } from './start-child.ts';
import { ADMIN } from './start-server.ts';
import { uploadFile } from './upload-files.ts';

const DISK_BYTES = 96 * 1024 ** 2;

const run = (program: string, ...words: string[]) =>
  execFileSync(program, words, { stdio: 'ignore' });

/** Mounts a disk that can fail; returns undefined without the permission. */
function mountDisk(): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'satchel-read-only-'));
  try {
    const image = join(folder, 'image');
    writeFileSync(image, '');
    truncateSync(image, DISK_BYTES);
    run('mkfs.ext4', '-q', image);
    run('mkdir', join(folder, 'disk'));
    run('mount', '-o', 'loop', image, join(folder, 'disk'));
    return folder;
  } catch {
    rmSync(folder, { recursive: true });
    return undefined;
  }
}

const folder = mountDisk();
const disk = join(folder ?? '', 'disk');

/** Needs the permission to mount a file system. */
describe.skipIf(folder === undefined)('a disk that has become read-only (SECURITY 12)', () => {
  let child: Child;
  let api: ApiClient;
  const env = {
    DATA_DIR: join(disk, 'data'),
    ADMIN_USERNAME: ADMIN.username,
    ADMIN_PASSWORD: ADMIN.password,
  };
  beforeAll(async () => {
    child = startChild(await freePort(), env);
    await child.ready;
    const { token } = await createApiClient({ baseUrl: child.url }).call(login, { body: ADMIN });
    api = createApiClient({ baseUrl: child.url, credential: () => ({ kind: 'admin', token }) });
  });
  afterAll(async () => {
    child.process.kill('SIGKILL');
    await child.ended;
    run('umount', disk);
    rmSync(folder ?? '', { recursive: true });
  });

  it('is no fault of the server, which reads on and is not ready', async () => {
    const kept = await api.call(createTextShare, { body: { content: 'from before' } });
    await api.call(readiness, {});
    // Linux does the same after an error of the disk.
    run('mount', '-o', 'remount,abort', disk);
    const away = { status: 503, code: 'server.database_unavailable' };
    await expect(
      api.call(createTextShare, { body: { content: 'too late' } }),
    ).rejects.toMatchObject(away);
    await expect(uploadFile(api, Buffer.alloc(1000))).rejects.toMatchObject(away);
    const { slug } = kept;
    const shown = await api.call(viewTextShare, { params: { slug }, query: {} });
    expect(shown).toMatchObject({ content: 'from before' });
    await api.call(health, { query: {} });
    const notReady = async () => {
      const problems = { details: { problems: expect.arrayContaining(['database']) } };
      await expect(api.call(readiness, {})).rejects.toMatchObject(problems);
    };
    // The last result is cached for some seconds.
    await vi.waitFor(notReady, { timeout: 30_000, interval: 500 });
  });

  it('is named by a start, in one line', async () => {
    child.process.kill('SIGKILL');
    await child.ended;
    child = startChild(await freePort(), env);
    await expect(child.ready).rejects.toThrow();
    expect(await child.ended).toBe(1);
    expect(child.errors()).toMatch(/^DATA_DIR: .* cannot be used, .*read-only file system.*\n$/);
  });
});
