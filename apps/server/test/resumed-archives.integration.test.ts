import { createHash, randomBytes } from 'node:crypto';
import { get, type IncomingMessage } from 'node:http';
import { login } from '@satchel/api-client/contract/sessions';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Replica, type Replicas, startReplicas } from './start-replicas.ts';
import { ADMIN } from './start-server.ts';

const MEBIBYTE = 1024 ** 2;
const ADDRESS = '/api/fs/archive?path=/m/d/';
const postgresUrl = inject('postgresUrl');

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

describe.skipIf(postgresUrl === undefined)(
  'an archive whose download is cut and resumed on other processes (SECURITY 10, 18)',
  () => {
    let replicas: Replicas;
    let authorization = '';
    beforeAll(async () => {
      replicas = await startReplicas(postgresUrl ?? '');
      await replicas.addBucket('/m');
      const { token } = await replicas.one.anonymous.call(login, { body: ADMIN });
      authorization = `Bearer ${token}`;
      const sizes = [10, 100_000, 24 * MEBIBYTE, 3, 8 * MEBIBYTE, 300_000, 1];
      for (const [at, size] of sizes.entries()) {
        const form = new FormData();
        form.set('path', '/m/d/');
        form.set('file', new Blob([randomBytes(size)]), `${at}.bin`);
        const reply = await fetch(`${replicas.one.url}/api/fs/upload`, {
          method: 'POST',
          headers: { authorization },
          body: form,
        });
        expect(reply.status).toBe(200);
      }
    });
    afterAll(() => replicas.close());

    const open = async (
      { url }: Pick<Replica, 'url'>,
      headers: Readonly<Record<string, string>> = {},
    ) =>
      new Promise<IncomingMessage>((resolve, reject) => {
        get(url + ADDRESS, { headers: { authorization, ...headers } }, resolve).on('error', reject);
      });
    /** Reads a reply until `enough` bytes have come, or until it breaks off. */
    const readSome = async (reply: IncomingMessage, enough = Number.POSITIVE_INFINITY) => {
      const chunks: Buffer[] = [];
      let length = 0;
      try {
        for await (const chunk of reply) {
          chunks.push(chunk as Buffer);
          length += (chunk as Buffer).length;
          if (length >= enough) break;
        }
      } catch {
        // The server was killed.
      }
      return Buffer.concat(chunks);
    };

    it('is the same file, byte for byte', async () => {
      const first = await open(replicas.one);
      const whole = await readSome(first);
      const { etag = '' } = first.headers;
      expect(first.headers['content-length']).toBe(String(whole.length));
      // Makes the replicas forget that they have read the files.
      await replicas.prisma.objectChecksum.deleteMany();

      const cut = await open(replicas.two);
      expect(cut.headers.etag).toBe(etag);
      const parts = [await readSome(cut, 5 * MEBIBYTE)];
      const received = () => parts.reduce((sum, { length }) => sum + length, 0);
      const resume = async (replica: Replica) => {
        const reply = await open(replica, { range: `bytes=${received()}-`, 'if-range': etag });
        expect([reply.statusCode, reply.headers.etag]).toEqual([206, etag]);
        return reply;
      };

      const killed = await resume(replicas.two);
      const untilKilled = readSome(killed);
      killed.once('data', () => replicas.two.process.kill('SIGKILL'));
      parts.push(await untilKilled);
      expect(received()).toBeLessThan(whole.length);

      parts.push(await readSome(await resume(replicas.one), 3 * MEBIBYTE));
      parts.push(await readSome(await resume(await replicas.start())));
      const joined = Buffer.concat(parts);
      expect([joined.length, sha256(joined)]).toEqual([whole.length, sha256(whole)]);
    });
  },
);
