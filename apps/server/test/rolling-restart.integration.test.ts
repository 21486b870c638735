import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApiClient } from '@satchel/api-client';
import { login } from '@satchel/api-client/contract/sessions';
import { freePort } from '@satchel/test-kit/free-port';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { type Child, startChild } from './start-child.ts';
import { createDatabase } from './start-postgres.ts';
import { hasProxy, type ReverseProxy, startProxy } from './start-proxy.ts';
import { ADMIN } from './start-server.ts';

const postgresUrl = inject('postgresUrl');
const CALLERS = 4;

describe.skipIf(postgresUrl === undefined || !hasProxy('nginx'))(
  'a rolling restart behind nginx',
  () => {
    let directory = '';
    let databaseUrl = '';
    let ports: number[] = [];
    let children: Child[] = [];
    let nginx: ReverseProxy;
    let authorization = '';

    const start = async (index: number) => {
      const child = startChild(ports[index] ?? 0, {
        DATA_DIR: join(directory, String(index)),
        DATABASE_URL: databaseUrl,
        SECRET_KEY: 'one secret for every replica of this test',
        ADMIN_USERNAME: ADMIN.username,
        ADMIN_PASSWORD: ADMIN.password,
        TRUSTED_PROXIES: '127.0.0.1',
        RATE_LIMIT_PER_MINUTE: '0',
        SHUTDOWN_DELAY_SECONDS: '2',
      });
      children[index] = child;
      await child.ready;
    };
    beforeAll(async () => {
      directory = await mkdtemp(join(tmpdir(), 'satchel-rolling-'));
      databaseUrl = await createDatabase(postgresUrl ?? '');
      ports = [await freePort(), await freePort()];
      await start(0);
      await start(1);
      nginx = await startProxy('nginx', { replicas: children.map(({ url }) => url) });
      const { token } = await createApiClient({ baseUrl: nginx.url, fetch: nginx.fetch }).call(
        login,
        {
          body: ADMIN,
        },
      );
      authorization = `Bearer ${token}`;
    });
    afterAll(async () => {
      await nginx.stop();
      for (const child of children) {
        child.process.kill('SIGKILL');
        await child.ended;
      }
      children = [];
      await rm(directory, { recursive: true, force: true });
    });

    it('fails no request: not one that is read, and not one that is written', async () => {
      const failures: unknown[] = [];
      const kept: { readonly slug: string; readonly content: string }[] = [];
      let isOver = false;
      const read = async (slug: string) => {
        const reply = await nginx.fetch(`${nginx.url}/api/raw/${slug}`);
        if (!reply.ok) failures.push(['read', reply.status]);
        return reply.text();
      };
      const write = async (content: string) => {
        const reply = await nginx.fetch(`${nginx.url}/api/paste`, {
          method: 'POST',
          headers: { authorization, 'content-type': 'application/json' },
          body: JSON.stringify({ content }),
        });
        if (!reply.ok) {
          failures.push(['write', reply.status, await reply.text()]);
          return;
        }
        const { data } = (await reply.json()) as { data: { slug: string } };
        kept.push({ slug: data.slug, content });
        if ((await read(data.slug)) !== content) failures.push(['changed', data.slug]);
      };
      const call = async (caller: number) => {
        for (let round = 0; !isOver; round += 1) {
          await write(`${caller} ${round}`).catch((error: unknown) => failures.push(String(error)));
        }
      };
      const calls = Array.from({ length: CALLERS }, (_, caller) => call(caller));
      const progress = async (more: number) => {
        const before = kept.length;
        await vi.waitFor(() => expect(kept.length).toBeGreaterThan(before + more), {
          timeout: 60_000,
        });
      };
      await progress(20);
      for (const index of [0, 1]) {
        const child = children[index];
        child?.process.kill('SIGTERM');
        expect(await child?.ended).toBe(0);
        await progress(20);
        await start(index);
        await progress(20);
      }
      isOver = true;
      await Promise.all(calls);
      expect(failures).toEqual([]);
      for (const { slug, content } of kept.slice(-20)) expect(await read(slug)).toBe(content);
    });
  },
);
