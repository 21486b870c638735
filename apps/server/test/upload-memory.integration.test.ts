import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createApiClient } from '@satchel/api-client';
import { createMount } from '@satchel/api-client/contract/mounts';
import { login } from '@satchel/api-client/contract/sessions';
import { createStorageConfig } from '@satchel/api-client/contract/storage-configs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { S3_CREDENTIALS, startS3, type TestS3 } from './start-s3.ts';
import { type StartedServer, startServerProcess } from './start-server-process.ts';

const MEBIBYTE = 1024 ** 2;
const CLIENTS = 40;
const SENT_MIB = 15;
/** Limit in MiB above an idle server. Unbounded buffers would take 600 MiB, 15 MiB for each client. */
const MAX_MORE_MIB = 160;
/** Clients of resumable uploads that go leave the rest of a part, which is stored while others send. */
const MAX_MORE_RESUMABLE_MIB = 240;
const ADMIN = { username: 'admin', password: 'correct-horse-battery' };

describe.runIf(process.platform === 'linux')('memory of uploads that stop half-way', () => {
  let server: StartedServer;
  let s3: TestS3;
  beforeEach(async () => {
    s3 = await startS3('bucket');
    server = await startServerProcess(ADMIN);
    const { token } = await createApiClient({ baseUrl: server.url }).call(login, { body: ADMIN });
    const credential = () => ({ kind: 'admin' as const, token });
    const api = createApiClient({ baseUrl: server.url, credential });
    const { id } = await api.call(createStorageConfig, {
      body: {
        ...{ name: 'external', provider_type: 'Other', bucket_name: 'bucket', path_style: true },
        endpoint_url: s3.url,
        access_key_id: S3_CREDENTIALS.accessKeyId,
        secret_access_key: S3_CREDENTIALS.secretAccessKey,
      },
    });
    for (const [name, storage_config_id] of [
      ['embedded', 'embedded'],
      ['external', id],
    ] as const) {
      const mount = { name, storage_type: 'S3', mount_path: `/${name}` } as const;
      await api.call(createMount, { body: { ...mount, storage_config_id } });
    }
  });
  afterEach(async () => {
    await server.stop();
    await s3.close();
  });

  const authorization = `Basic ${Buffer.from(`${ADMIN.username}:${ADMIN.password}`).toString('base64')}`;
  const residentMiB = async () => {
    const status = await readFile(`/proc/${server.pid}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
  };
  const put = (path: string, mebibytes: number) =>
    fetch(`${server.url}/dav${path}`, {
      method: 'PUT',
      headers: { authorization },
      body: Buffer.alloc(mebibytes * MEBIBYTE),
    });

  /** Starts a PUT of 100 MiB and sends less of it. */
  const stall = async (path: string, isChunked: boolean, fields = '') => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    let reply = '';
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      reply += data;
    });
    await once(socket, 'connect');
    const length = isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${100 * MEBIBYTE}`;
    socket.write(
      `PUT ${path} HTTP/1.1\r\nHost: satchel\r\nAuthorization: ${authorization}\r\n` +
        `${fields}${length}\r\n\r\n`,
    );
    const bytes = Buffer.alloc(MEBIBYTE, 7);
    for (let sent = 0; sent < SENT_MIB; sent += 1) {
      if (isChunked) socket.write(`${MEBIBYTE.toString(16)}\r\n`);
      socket.write(bytes);
      if (isChunked) socket.write('\r\n');
    }
    return {
      reply: () => reply,
      isOver: () => socket.writableLength === 0 || reply !== '',
      end: () => socket.destroy(),
    };
  };

  it.each([
    ['known length into the embedded store', 'embedded', false, ''],
    ['unknown length into the embedded store', 'embedded', true, ''],
    ['known length into another storage', 'external', false, ''],
    ['resumable', 'embedded', false, 'Upload-Complete: ?1\r\n'],
  ])(
    'is bounded, and free for others when they are gone: %s',
    async (_, mount, isChunked, fields) => {
      const isResumable = fields !== '';
      const mostMore = isResumable ? MAX_MORE_RESUMABLE_MIB : MAX_MORE_MIB;
      const folder = isResumable ? '/api/upload-direct' : `/dav/${mount}`;
      // Loads the code, so that the idle reading is of a server that has handled an upload.
      expect((await put(`/${mount}/first`, 20)).status).toBe(201);
      const idle = await residentMiB();
      for (const wave of ['first', 'second']) {
        const startedAt = performance.now();
        const stalled = await Promise.all(
          Array.from({ length: CLIENTS }, (__, at) =>
            stall(`${folder}/${wave}-${at}`, isChunked, fields),
          ),
        );
        do {
          expect(await residentMiB()).toBeLessThan(idle + mostMore);
          await sleep(50);
        } while (!stalled.every(({ isOver }) => isOver()));
        // On a busy machine the first clients are silent for 30 s before the last has sent its bytes.
        const isLate = performance.now() - startedAt > 30_000;
        const isTimeout = (reply: string) => isLate && reply.startsWith('HTTP/1.1 408 ');
        const replies = stalled
          .map(({ reply }) => reply())
          .filter((reply) => reply !== '' && !isTimeout(reply));
        // These are stored in parts, and a part needs memory.
        expect(replies.length > 0).toBe(isChunked || isResumable);
        for (const reply of replies) {
          expect(reply).toMatch(/^HTTP\/1\.1 503 .*\r\nretry-after: 10\r\n/is);
        }
        for (const { end } of stalled) end();
      }
      await vi.waitFor(
        async () => expect((await put(`/${mount}/next`, 20)).status).toBe(201),
        20_000,
      );
    },
    120_000,
  );
});
