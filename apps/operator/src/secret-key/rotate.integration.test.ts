import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ApiClient, createApiClient } from '@satchel/api-client';
import { listAuditEvents } from '@satchel/api-client/contract/audit-log';
import { createBundle, viewBundle } from '@satchel/api-client/contract/bundles';
import { createMount } from '@satchel/api-client/contract/mounts';
import { listNotifications, retryNotification } from '@satchel/api-client/contract/notifications';
import {
  createUploadRequest,
  enterUploadRequest,
  finishDelivery,
} from '@satchel/api-client/contract/upload-requests';
import { runCommand } from '@satchel/server/test/run-command';
import { connectAsAdmin } from '@satchel/server/test/share-contents';
import { type OwnBucket, startBucket, startLocalS3Server } from '@satchel/server/test/start-bucket';
import { startChild } from '@satchel/server/test/start-child';
import { createDatabase } from '@satchel/server/test/start-postgres';
import { ADMIN, DATABASES, SECRET_KEY } from '@satchel/server/test/start-server';
import {
  isSigned,
  RECEIVER_NAME,
  startWebhookReceiver,
  type WebhookReceiver,
} from '@satchel/server/test/start-webhook-receiver';
import { uploadFile } from '@satchel/server/test/upload-files';
import { freePort } from '@satchel/test-kit/free-port';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';

const NEW_KEY = 'the new secret key of every server of this test';

/** Secrets of two links' webhooks, by the event that they sign. */
type WebhookSecrets = Readonly<Record<'bundle.opened' | 'request.delivery_done', string>>;

describe.each(DATABASES)('satchel secret-key rotate on %s', (database) => {
  let bucket: OwnBucket;
  let receiver: WebhookReceiver;
  let secrets: WebhookSecrets;
  let env: Record<string, string> = {};
  beforeAll(async () => {
    receiver = await startWebhookReceiver();
    bucket = await startBucket(await startLocalS3Server());
    await bucket.put(['kept.txt']);
    env = { DATA_DIR: await mkdtemp(join(tmpdir(), 'satchel-rotate-')), EMBEDDED_STORE: 'on' };
    Object.assign(env, { URL_UPLOAD_ALLOW: 'localhost' });
    const serverUrl = inject('postgresUrl');
    if (database === 'postgresql' && serverUrl) {
      Object.assign(env, { DATABASE_URL: await createDatabase(serverUrl), SECRET_KEY });
    }
    await whileRunning(async (url) => {
      const api = await connectAsAdmin(url, ADMIN);
      await bucket.mount(api, '/bucket');
      const mount = { name: 'own', storage_type: 'S3', mount_path: '/own' } as const;
      await api.call(createMount, { body: { ...mount, storage_config_id: 'embedded' } });
      await createWebhooks(url, api);
    });
  });
  afterAll(async () => {
    await bucket.close();
    await receiver.close();
    await rm(env.DATA_DIR ?? '', { recursive: true, force: true });
  });

  async function whileRunning(work: (url: string) => Promise<void>): Promise<void> {
    const child = startChild(await freePort(), { ...env, ADMIN_PASSWORD: ADMIN.password });
    await child.ready;
    try {
      await work(child.url);
    } finally {
      child.process.kill('SIGTERM');
    }
    expect(await child.ended, child.errors()).toBe(0);
  }

  /** Checks both storages: one needs its stored secret, the other a secret derived from the key. */
  async function expectStorages(url: string): Promise<void> {
    const api = await connectAsAdmin(url, ADMIN);
    const login = await fetch(`${url}/api/admin/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(ADMIN),
    });
    const { data } = (await login.json()) as { readonly data: { readonly token: string } };
    const reply = await fetch(`${url}/api/fs/download?path=/bucket/kept.txt`, {
      headers: { authorization: `Bearer ${data.token}` },
    });
    expect(await reply.text()).toBe('kept.txt');
    await uploadFile(api, 'into the embedded store');
  }

  /** Makes two links with webhooks, and leaves a call that the receiver refused. */
  async function createWebhooks(url: string, api: ApiClient): Promise<void> {
    const notify_url = receiver.url.replace(RECEIVER_NAME, 'localhost');
    const bundle = await api.call(createBundle, { body: { slug: 'opened', notify_url } });
    const request = await api.call(createUploadRequest, {
      body: { slug: 'wanted', title: 'wanted', notify_url },
    });
    secrets = {
      'bundle.opened': bundle.notify_secret ?? '',
      'request.delivery_done': request.notify_secret ?? '',
    };
    receiver.answers.push(410);
    await sendDelivery(url);
    await vi.waitFor(() => expect(receiver.calls).toHaveLength(1));
    await expectWebhooks(url);
  }

  /** Visits both links, and checks that their webhooks sign with the secrets from their creation. */
  async function expectWebhooks(url: string): Promise<void> {
    receiver.calls.length = 0;
    const visitor = createApiClient({ baseUrl: url });
    await visitor.call(viewBundle, { params: { slug: 'opened' }, query: {} });
    await sendDelivery(url);
    await vi.waitFor(() => expect(receiver.calls).toHaveLength(2));
    for (const call of receiver.calls) {
      const { type } = JSON.parse(call.body) as { readonly type: keyof WebhookSecrets };
      expect(isSigned(call, secrets[type]), type).toBe(true);
    }
  }

  async function sendDelivery(url: string): Promise<void> {
    const params = { slug: 'wanted' };
    const visitor = createApiClient({ baseUrl: url });
    const { upload_token: token } = await visitor.call(enterUploadRequest, { params, body: {} });
    const sender = createApiClient({
      baseUrl: url,
      credential: () => ({ kind: 'upload', token }),
    });
    await uploadFile(sender, 'a.txt', { filename: 'a.txt', relative_path: 'a.txt' });
    await sender.call(finishDelivery, { params, body: {} });
  }

  it('is refused with a wrong old key, and while a server runs, and changes nothing', async () => {
    const wrong = { ...env, SECRET_KEY: NEW_KEY, SECRET_KEY_OLD: 'not the key that it was' };
    const refused = await runCommand(['secret-key', 'rotate'], wrong);
    expect(refused).toMatchObject({ exitCode: 1, output: '' });
    expect(refused.errors).toContain('SECRET_KEY_OLD');
    await whileRunning(async (url) => {
      await expectStorages(url);
      const running = await runCommand(['secret-key', 'rotate'], wrong);
      expect(running.exitCode).toBe(1);
      expect(running.errors).toMatch(/in use by another|is running/);
    });
  });

  it('has every storage and webhook go on with the new key, and a start with the old one is refused', async () => {
    const old = env.SECRET_KEY ?? (await readFile(join(env.DATA_DIR ?? '', 'secret.key'), 'utf8'));
    const keys = { SECRET_KEY: NEW_KEY, SECRET_KEY_OLD: old.trim() };
    const rotated = await runCommand(['secret-key', 'rotate'], { ...env, ...keys });
    expect(rotated.exitCode, rotated.errors).toBe(0);
    expect(rotated.output).toContain('The secrets of 2 storages and 2 webhooks');
    const before = startChild(await freePort(), env);
    expect(await before.ended).toBe(1);
    expect(before.errors()).toContain('SECRET_KEY:');
    env = { ...env, SECRET_KEY: NEW_KEY };
    await whileRunning(expectStorages);
    // Rotating again changes nothing.
    const again = await runCommand(['secret-key', 'rotate'], { ...env, ...keys });
    expect(again.exitCode, again.errors).toBe(0);
    await whileRunning(async (url) => {
      await expectStorages(url);
      await expectWebhooks(url);
      const api = await connectAsAdmin(url, ADMIN);
      const { notifications } = await api.call(listNotifications, { query: { state: 'failed' } });
      await api.call(retryNotification, { params: { id: notifications[0]?.id ?? '' } });
      await vi.waitFor(() => expect(receiver.calls).toHaveLength(3));
      const { data } = await api.call(listAuditEvents, { query: { area: 'server' } });
      expect(data).toMatchObject([
        { action: 'server.key_rotated', outcome: 'success', actor: { kind: 'operator' } },
      ]);
    });
  });

  it.runIf(database === 'sqlite')(
    'generates a key into the data folder where none is set',
    async () => {
      const { SECRET_KEY: _, ...without } = env;
      const path = join(env.DATA_DIR ?? '', 'secret.key');
      const before = await readFile(path, 'utf8');
      const rotated = await runCommand(['secret-key', 'rotate'], {
        ...without,
        SECRET_KEY_OLD: NEW_KEY,
      });
      expect(rotated.exitCode, rotated.errors).toBe(0);
      expect(await readFile(path, 'utf8')).not.toBe(before);
      env = without;
      await whileRunning(async (url) => {
        await expectStorages(url);
        await expectWebhooks(url);
      });
    },
  );
});
