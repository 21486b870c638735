import { describe, expect, it } from 'vitest';
import { parseConfig } from './config.ts';
import { ConfigError } from './config-error.ts';

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    parseConfig(env, '/work');
  } catch (error) {
    if (error instanceof ConfigError) return error.problems.map(({ variable }) => variable);
    throw error;
  }
  return [];
}

describe('parseConfig', () => {
  it('has a default for everything', () => {
    expect(parseConfig({}, '/work')).toMatchObject({
      port: 8787,
      host: 'localhost',
      dataDirectory: '/work/data',
      adminUsername: 'admin',
      adminPassword: undefined,
      trustedProxies: [],
      corsOrigins: [],
      urlUploadAllow: [],
      logLevel: 'warn',
      hasEmbeddedStore: true,
      shutdownGraceMs: 30_000,
      bufferBytes: 48 * 1024 ** 2,
      maxSessionMs: 30 * 24 * 3_600_000,
      databasePool: { size: 10, connectTimeoutMs: 10_000, statementTimeoutMs: 60_000 },
    });
  });

  it('takes the figures of the pool of PostgreSQL, with seconds as milliseconds', () => {
    const { databasePool } = parseConfig(
      {
        DATABASE_POOL_SIZE: '25',
        DATABASE_CONNECT_TIMEOUT_SECONDS: '3',
        DATABASE_STATEMENT_TIMEOUT_SECONDS: '0',
      },
      '/work',
    );
    expect(databasePool).toEqual({ size: 25, connectTimeoutMs: 3000, statementTimeoutMs: 0 });
  });

  it('takes an empty variable for unset, and trims the others', () => {
    const config = parseConfig({ PORT: '', HOST: ' 0.0.0.0 ', ADMIN_PASSWORD: '  ' }, '/work');
    expect(config).toMatchObject({ port: 8787, host: '0.0.0.0', adminPassword: undefined });
  });

  it('takes a relative data folder from where the user stands', () => {
    expect(parseConfig({ DATA_DIR: './x/../y' }, '/home').dataDirectory).toBe('/home/y');
    expect(parseConfig({ DATA_DIR: '/abs' }, '/home').dataDirectory).toBe('/abs');
  });

  it('splits lists, and takes the slash off the public address', () => {
    const config = parseConfig(
      {
        TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8,',
        CORS_ORIGINS: 'https://a.example,http://b.example:1',
        PUBLIC_URL: 'https://share.example/',
      },
      '/work',
    );
    expect(config.trustedProxies).toEqual(['127.0.0.1', '10.0.0.0/8']);
    expect(config.corsOrigins).toEqual(['https://a.example', 'http://b.example:1']);
    expect(config.publicUrl).toBe('https://share.example');
  });

  it.each([
    ['https://Share.Example', 'https://share.example'],
    ['HTTPS://share.example:443/', 'https://share.example'],
    ['http://share.example:80', 'http://share.example'],
    ['https://share.example:8443', 'https://share.example:8443'],
    ['https://b\u00fccher.example', 'https://xn--bcher-kva.example'],
  ])('takes the address %s as %s, which is what browsers send', (written, sent) => {
    const config = parseConfig({ PUBLIC_URL: written, CORS_ORIGINS: `${written},` }, '/work');
    expect([config.publicUrl, ...config.corsOrigins]).toEqual([sent, sent]);
  });

  it.each(['10.0.0.5', '10.0.0.0/8', '10.0.0.0/255.0.0.0', 'fd00::/8', '::1'])(
    'takes the proxy %s',
    (proxy) => {
      expect(parseConfig({ TRUSTED_PROXIES: proxy }, '/work').trustedProxies).toEqual([proxy]);
    },
  );

  it.each([
    ['PORT', '-1'],
    ['PORT', '65536'],
    ['PORT', '80x'],
    ['HOST', 'a b'],
    ['SESSION_MAX_DAYS', '0'],
    ['DATABASE_POOL_SIZE', '0'],
    ['DATABASE_POOL_SIZE', '501'],
    ['DATABASE_CONNECT_TIMEOUT_SECONDS', '0'],
    ['DATABASE_STATEMENT_TIMEOUT_SECONDS', '1.5'],
    ['DATA_DIR', 'a\0b'],
    ['ADMIN_USERNAME', 'a:b'],
    ['ADMIN_USERNAME', 'x'.repeat(65)],
    ['ADMIN_PASSWORD', '1234567'],
    ['PUBLIC_URL', 'share.example'],
    ['PUBLIC_URL', 'ftp://share.example'],
    ['PUBLIC_URL', 'https://share.example/path'],
    ['PUBLIC_URL', 'https://share.example?query'],
    ['PUBLIC_URL', 'https://user@share.example'],
    ['DATABASE_URL', 'mysql://x'],
    ['EMBEDDED_STORE', 'yes'],
    ['BUFFER_MEMORY_MIB', '15'],
    ['SHUTDOWN_GRACE_SECONDS', '-1'],
    ['SHUTDOWN_GRACE_SECONDS', '3601'],
    ['SECRET_KEY', 'short'],
    ['TRUSTED_PROXIES', 'everybody'],
    ['TRUSTED_PROXIES', 'loopback'],
    ['TRUSTED_PROXIES', '10.0.0'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['TRUSTED_PROXIES', '10.0.0.1/'],
    ['TRUSTED_PROXIES', 'fd00::/8,999.1.1.1'],
    ['CORS_ORIGINS', '*'],
    ['CORS_ORIGINS', 'https://a.example/path'],
    ['CORS_ORIGINS', 'capacitor://localhost'],
    ['URL_UPLOAD_ALLOW', 'http://nas.lan'],
    ['URL_UPLOAD_ALLOW', 'nas.lan:80'],
    ['URL_UPLOAD_ALLOW', '10.0.0.0/33'],
    ['URL_UPLOAD_ALLOW', 'fd00::/129'],
    ['URL_UPLOAD_ALLOW', '*'],
    ['LOG_LEVEL', 'verbose'],
    ['S3_ACCESS_KEY_ID', 'a/b'],
    ['S3_SECRET_ACCESS_KEY', 'short'],
  ])('refuses %s=%j', (variable, value) => {
    expect(problemsOf({ [variable]: value })).toEqual([variable]);
  });

  it('wants a secret key for PostgreSQL, and has no embedded store there unless it is told to', () => {
    const DATABASE_URL = 'postgresql://localhost/satchel';
    const SECRET_KEY = 'x'.repeat(32);
    expect(problemsOf({ DATABASE_URL })).toEqual(['SECRET_KEY']);
    expect(problemsOf({ DATABASE_URL, SECRET_KEY: '  ' })).toEqual(['SECRET_KEY']);
    expect(problemsOf({ DATABASE_URL, SECRET_KEY: 'short' })).toEqual(['SECRET_KEY']);
    const hasStore = (env: Record<string, string>) =>
      parseConfig({ DATABASE_URL, SECRET_KEY, ...env }, '/work').hasEmbeddedStore;
    expect([hasStore({}), hasStore({ EMBEDDED_STORE: 'on' })]).toEqual([false, true]);
    expect(parseConfig({ EMBEDDED_STORE: 'off' }, '/work').hasEmbeddedStore).toBe(false);
  });

  it.each([
    ['https://content.example', undefined],
    ['https://share.example', 'https://share.example'],
    ['https://share.example/', 'https://share.example'],
    ['http://share.example', 'https://share.example'],
    ['https://content.example/path', 'https://share.example'],
    ['content.example', 'https://share.example'],
  ])('refuses CONTENT_URL=%s beside PUBLIC_URL=%s', (CONTENT_URL, PUBLIC_URL) => {
    expect(problemsOf({ CONTENT_URL, ...(PUBLIC_URL && { PUBLIC_URL }) })).toEqual(['CONTENT_URL']);
  });

  it('takes another host for content', () => {
    const env = { PUBLIC_URL: 'https://share.example', CONTENT_URL: 'https://content.example/' };
    expect(parseConfig(env, '/work').contentUrl).toBe('https://content.example');
  });

  it.each([
    ['https://upload.example', ''],
    ['https://share.example', 'https://share.example'],
    ['https://upload.example/path', 'https://share.example'],
    ['upload.example', 'https://share.example'],
  ])('refuses UPLOAD_URL=%s beside PUBLIC_URL=%s', (UPLOAD_URL, PUBLIC_URL) => {
    expect(problemsOf({ UPLOAD_URL, ...(PUBLIC_URL && { PUBLIC_URL }) })).toEqual(['UPLOAD_URL']);
  });

  it('takes several other hosts for uploads', () => {
    const env = {
      PUBLIC_URL: 'https://share.example',
      UPLOAD_URL: 'https://u1.test/, http://u2.test',
    };
    expect(parseConfig(env, '/work').uploadUrls).toEqual(['https://u1.test', 'http://u2.test']);
  });

  it('lists every bad variable at once, with problem and example, and never the value', () => {
    const env = { PORT: 'x', ADMIN_PASSWORD: 'hunter2' };
    expect(problemsOf(env)).toEqual(['PORT', 'ADMIN_PASSWORD']);
    expect(() => parseConfig(env, '/')).toThrow(/PORT: must be .* \(example: PORT=8787\)\nADMIN_/);
    expect(() => parseConfig(env, '/')).not.toThrow(/hunter2/);
  });
});
