import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApiClient } from '@satchel/api-client';
import { viewFileShare } from '@satchel/api-client/contract/file-shares';
import { login } from '@satchel/api-client/contract/sessions';
import { createTextShare } from '@satchel/api-client/contract/text-shares';
import { freePort } from '@satchel/test-kit/free-port';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Child, startChild } from './start-child.ts';
import { uploadFile } from './upload-files.ts';

const ADMIN_PASSWORD = 'correct-horse-battery';

describe('the process (SECURITY 11, 12)', () => {
  let directory = '';
  let port = 0;
  let children: Child[] = [];
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'satchel-process-'));
    port = await freePort();
    children = [];
  });
  afterEach(async () => {
    for (const child of children) child.process.kill('SIGKILL');
    await Promise.all(children.map(({ ended }) => ended));
    await rm(directory, { recursive: true, force: true });
  });

  const start = (env: Record<string, string> = {}) => {
    const child = startChild(port, { DATA_DIR: directory, ...env });
    children.push(child);
    return child;
  };
  const logIn = async (url: string, password: string) => {
    const anonymous = createApiClient({ baseUrl: url });
    const { token } = await anonymous.call(login, { body: { username: 'admin', password } });
    const credential = () => ({ kind: 'admin' as const, token });
    return { token, api: createApiClient({ baseUrl: url, credential }) };
  };

  it('says address, user and a generated password at the first start, and never again', async () => {
    const first = start();
    await first.ready;
    expect(first.output()).toContain(`Satchel is running at http://localhost:${port}`);
    const password = /Password\s+(\S+)/.exec(first.output())?.[1] ?? '';
    expect(password).toMatch(/^[A-Za-z\d]{20,}$/);
    await logIn(first.url, password);
    first.process.kill('SIGTERM');
    expect(await first.ended).toBe(0);

    const second = start();
    await second.ready;
    expect(second.output()).not.toMatch(/Password/);
    await logIn(second.url, password);
    second.process.kill('SIGINT');
    expect(await second.ended).toBe(0);
  });

  it('names every bad variable, what is wrong and an example, and exits with 1', async () => {
    const child = start({ PORT: '99999', ADMIN_PASSWORD: 'short', LOG_LEVEL: 'loud' });
    expect(await child.ended).toBe(1);
    expect(child.errors().trim().split('\n')).toEqual([
      'PORT: must be a whole number from 0 to 65535 (example: PORT=8787)',
      expect.stringMatching(/^ADMIN_PASSWORD: must have 8 to 1024 characters \(example: /),
      expect.stringMatching(/^LOG_LEVEL: must be trace, debug/),
    ]);
    expect(await readdir(directory)).toEqual([]);
  });

  it('names ADMIN_PASSWORD where it is a common one, and only at the first start (CONTRACT A2)', async () => {
    const weak = start({ ADMIN_PASSWORD: 'password' });
    expect(await weak.ended).toBe(1);
    expect(weak.errors()).toMatch(
      /^ADMIN_PASSWORD: is among the 10,000 most common passwords \(example: /,
    );
    expect(weak.errors()).not.toContain('    at ');
    const good = start({ ADMIN_PASSWORD });
    await good.ready;
    good.process.kill('SIGTERM');
    await good.ended;
    // Existing installations may have such a password, because the variable is not used any more.
    const again = start({ ADMIN_PASSWORD: 'password' });
    await again.ready;
  });

  it.each(['127.0.0.1:1', 'localhost:1', 'database.invalid'])(
    'names DATABASE_URL where no database answers at %s, and never its password',
    async (host) => {
      const child = start({
        DATABASE_URL: `postgresql://satchel:hunter2@${host}/satchel`,
        SECRET_KEY: 'a secret of thirty-two characters',
      });
      expect(await child.ended).toBe(1);
      expect(child.errors()).toMatch(/^DATABASE_URL: the database cannot be reached: \S.*\n$/);
      expect(child.errors()).not.toContain('hunter2');
    },
  );

  it('says that a port is in use, exits with 1 and leaves the data folder as it was', async () => {
    const other = createServer().listen(port, '127.0.0.1');
    await once(other, 'listening');
    const child = start();
    expect(await child.ended).toBe(1);
    expect(child.errors()).toMatch(new RegExp(`^PORT: ${port} is in use by another program`));
    expect(child.errors()).not.toContain('    at ');
    // Otherwise the generated password would have been created but never shown.
    expect(await readdir(directory)).toEqual([]);
    other.close();
  });

  it('writes no password, token, grant or signature to its log, at any level', async () => {
    const child = start({ ADMIN_PASSWORD, LOG_LEVEL: 'trace' });
    await child.ready;
    const { token, api } = await logIn(child.url, ADMIN_PASSWORD);
    await logIn(child.url, 'wrong-password-1').catch(() => undefined);
    await api.call(createTextShare, {
      body: { content: 'x', slug: 'logged', password: 'share-password-2' },
    });
    const raw = `${child.url}/api/raw/logged`;
    await fetch(`${raw}?password=share-password-2`);
    await fetch(`${raw}?a=b&PASSWORD=wrong-password-3&password=wrong-password-3`);
    await fetch(raw, { headers: { 'x-share-password': 'share-password-2' } });
    const basic = btoa(`admin:${ADMIN_PASSWORD}`);
    await fetch(`${child.url}/api/pastes`, { headers: { authorization: `Basic ${basic}` } });
    const { slug } = await uploadFile(api, 'y', { max_views: 9 });
    const opened = await api.call(viewFileShare, { params: { slug }, query: {} });
    const grant = new URL(opened.proxy_preview_url ?? '').searchParams.get('grant') ?? '';
    const signed = new URL(opened.s3_direct_preview_url ?? '');
    const signature = signed.searchParams.get('X-Amz-Signature') ?? '';
    await fetch(opened.proxy_preview_url ?? '');
    await fetch(signed);
    // Sends the same query to an unknown and to a malformed address.
    await fetch(`${child.url}/api/nothing?${signed.search.slice(1)}&grant=${grant}`);
    await fetch(`${child.url}/api/%zz?password=wrong-password-3`);
    child.process.kill('SIGTERM');
    await child.ended;

    const log = child.errors() + child.output();
    expect(log).toContain('/api/raw/logged?password=[redacted]');
    const secrets = {
      token,
      grant,
      signature,
      basic,
      ADMIN_PASSWORD,
      share: 'share-password-2',
      wrong: 'wrong-password-1',
      query: 'wrong-password-3',
    };
    for (const [name, secret] of Object.entries(secrets)) {
      expect(secret.length, name).toBeGreaterThan(8);
      expect(log.includes(secret), name).toBe(false);
    }
  });
});
