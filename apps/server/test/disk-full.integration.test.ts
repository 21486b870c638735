import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ApiClient, createApiClient } from '@satchel/api-client';
import { deleteFileShares } from '@satchel/api-client/contract/file-shares';
import { login } from '@satchel/api-client/contract/sessions';
import { health, readiness } from '@satchel/api-client/contract/system';
import {
  createTextShare,
  deleteTextShares,
  viewTextShare,
} from '@satchel/api-client/contract/text-shares';
import { freePort } from '@satchel/test-kit/free-port';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Child, startChild } from './start-child.ts';
import { ADMIN } from './start-server.ts';
import { uploadFile } from './upload-files.ts';

const MEBIBYTE = 1024 ** 2;
const DISK_MEBIBYTES = 96;

/** Mounts a small disk for the data folder; returns undefined without the permission. */
function mountSmallDisk(): string | undefined {
  const directory = mkdtempSync(join(tmpdir(), 'satchel-disk-'));
  try {
    const options = ['-t', 'tmpfs', '-o', `size=${DISK_MEBIBYTES}m`, 'tmpfs', directory];
    execFileSync('mount', options, { stdio: 'ignore' });
    return directory;
  } catch {
    rmSync(directory, { recursive: true });
    return undefined;
  }
}

const disk = mountSmallDisk();

/** Needs the permission to mount a file system; without it, the whole disk would have to be filled. */
describe.skipIf(disk === undefined)('a disk that is full (SECURITY 12)', () => {
  let child: Child;
  let api: ApiClient;
  const filler = join(disk ?? '', 'filler');
  beforeAll(async () => {
    child = startChild(await freePort(), {
      DATA_DIR: join(disk ?? '', 'data'),
      ADMIN_USERNAME: ADMIN.username,
      ADMIN_PASSWORD: ADMIN.password,
    });
    await child.ready;
    const { token } = await createApiClient({ baseUrl: child.url }).call(login, { body: ADMIN });
    api = createApiClient({
      baseUrl: child.url,
      credential: () => ({ kind: 'admin', token }),
      language: () => 'zh-CN',
    });
  });
  afterAll(async () => {
    child.process.kill('SIGKILL');
    await child.ended;
    execFileSync('umount', [disk ?? '']);
    rmSync(disk ?? '', { recursive: true });
  });

  const fill = async () => {
    const file = await open(filler, 'w');
    const block = Buffer.alloc(64 * 1024);
    try {
      for (;;) await file.write(block);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
    } finally {
      await file.close();
    }
  };

  it('is told in the user’s language, makes the server not ready, and passes when there is room', async () => {
    const kept = await api.call(createTextShare, { body: { content: 'from before' } });
    await api.call(readiness, {});
    await fill();
    const large = 'x'.repeat(MEBIBYTE);
    await expect(api.call(createTextShare, { body: { content: large } })).rejects.toMatchObject({
      status: 507,
      code: 'server.disk_full',
      message: '服务器磁盘空间已满',
    });
    await expect(uploadFile(api, Buffer.alloc(MEBIBYTE))).rejects.toBeInstanceOf(Error);
    // Existing data can be read, and the process is still running.
    const shown = await api.call(viewTextShare, { params: { slug: kept.slug }, query: {} });
    expect(shown).toMatchObject({ content: 'from before' });
    await api.call(health, { query: {} });
    const notReady = async () => {
      const problems = { details: { problems: expect.arrayContaining(['disk_full']) } };
      await expect(api.call(readiness, {})).rejects.toMatchObject(problems);
    };
    // The last result is cached for some seconds.
    await vi.waitFor(notReady, { timeout: 30_000, interval: 500 });

    await rm(filler);
    await vi.waitFor(() => api.call(readiness, {}), { timeout: 30_000, interval: 500 });
    const { slug } = await api.call(createTextShare, { body: { content: large } });
    const read = await api.call(viewTextShare, { params: { slug }, query: {} });
    expect(read).toMatchObject({ content: large });
    await uploadFile(api, Buffer.alloc(MEBIBYTE));
  });

  it('is not filled by uploads so far that nothing can be deleted', async () => {
    const ids: string[] = [];
    for (const bytes of [8 * MEBIBYTE, MEBIBYTE, 64 * 1024, 4096]) {
      for (;;) {
        const uploaded = await uploadFile(api, Buffer.alloc(bytes)).catch(() => undefined);
        if (!uploaded) break;
        ids.push(uploaded.id);
      }
    }
    const removed = await api.call(deleteFileShares, { body: { ids: ids.slice(0, 2) } });
    expect(removed).toMatchObject({ success: 2, failed: [] });
    await uploadFile(api, Buffer.alloc(MEBIBYTE));
  });

  it('is not filled by texts so far that nothing can be deleted', async () => {
    const ids: string[] = [];
    for (const bytes of [8 * MEBIBYTE, MEBIBYTE, 64 * 1024, 4096]) {
      for (;;) {
        const body = { content: 'x'.repeat(bytes) };
        const created = await api.call(createTextShare, { body }).catch(() => undefined);
        if (!created) break;
        ids.push(created.id);
      }
    }
    await api.call(deleteTextShares, { body: { ids } });
    // SQLite's file does not shrink, but new texts take the pages of deleted ones.
    const body = { content: 'x'.repeat(MEBIBYTE) };
    await api.call(createTextShare, { body });
  });
});
