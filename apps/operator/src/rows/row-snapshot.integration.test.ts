import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { deleteFileShares } from '@satchel/api-client/contract/file-shares';
import { connectAsAdmin } from '@satchel/server/test/share-contents';
import { type Child, startChild } from '@satchel/server/test/start-child';
import { createDatabase } from '@satchel/server/test/start-postgres';
import { ADMIN, DATABASES, SECRET_KEY } from '@satchel/server/test/start-server';
import { uploadFile } from '@satchel/server/test/upload-files';
import { freePort } from '@satchel/test-kit/free-port';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { takeSnapshot } from './row-snapshot.ts';

/** Much longer than an unblocked deletion takes. */
const HELD_MS = 1500;

describe.each(DATABASES)('a snapshot of all rows on %s', (database) => {
  let child: Child | undefined;
  let directory = '';
  afterEach(async () => {
    child?.process.kill('SIGKILL');
    await child?.ended;
    await rm(directory, { recursive: true, force: true });
  });

  it('lets no share go while objects are held, so that none of its rows is without one', async () => {
    directory = await mkdtemp(join(tmpdir(), 'satchel-snapshot-'));
    const serverUrl = inject('postgresUrl');
    const databaseUrl =
      database === 'postgresql' && serverUrl ? await createDatabase(serverUrl) : undefined;
    const env: Record<string, string> = { DATA_DIR: directory, ADMIN_PASSWORD: ADMIN.password };
    if (databaseUrl)
      Object.assign(env, { DATABASE_URL: databaseUrl, SECRET_KEY, EMBEDDED_STORE: 'on' });
    child = startChild(await freePort(), env);
    await child.ready;
    const api = await connectAsAdmin(child.url, ADMIN);
    const { id } = await uploadFile(api, 'about to be deleted');

    let isDeleted = false;
    let deletion: Promise<unknown> = Promise.resolve();
    const place = { dataDirectory: directory, databaseUrl };
    await using snapshot = await takeSnapshot(place, async () => {
      const body = { ids: [id], delete_mode: 'both' as const };
      deletion = api.call(deleteFileShares, { body }).then(() => {
        isDeleted = true;
      });
      await sleep(HELD_MS);
      expect(isDeleted).toBe(false);
    });
    await deletion;
    // The snapshot shows the rows before the deletion.
    const table = snapshot.tables.find(({ name }) => name === 'file_shares');
    const ids: unknown[] = [];
    if (table) for await (const row of snapshot.rows(table)) ids.push(row.id);
    expect(ids).toEqual([id]);
  });
});
