import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@satchel/test-kit/free-port';
import {
  BINARIES,
  makeCertificate,
  type ProxyName,
  startConfigured,
} from '@satchel/test-kit/tls-proxies';
import { Agent } from 'undici';

const EXAMPLES = join(import.meta.dirname, '../../../docs/operations/examples');
const HOST = 'share.example.org';
const STORAGE_HOST = 'storage.example.org';

/** False if the tests that need it must be skipped; prints that. */
export function hasProxy(name: ProxyName): boolean {
  const missing = [name, 'openssl' as const].filter((each) => BINARIES[each] === undefined);
  if (missing.length > 0)
    process.stdout.write(`skipped behind ${name}: no ${missing.join(', ')}\n`);
  return missing.length === 0;
}

/** Servers behind a proxy. */
export interface Upstreams {
  readonly replicas: readonly string[];
  /** S3 storage that browsers send files to through the proxy. */
  readonly storage?: string;
  /** Port of the proxy; by default a free one, see `url` and `storageUrl`. */
  readonly port?: number;
}

export interface ReverseProxy {
  readonly url: string;
  readonly storageUrl: string;
  /** Trusts the proxy's certificate, resolves its names to loopback, and speaks HTTP/2. */
  readonly fetch: typeof fetch;
  stop(): Promise<void>;
}

/**
 * Documented example with this test's addresses, port and certificate. Removes nginx's limit of
 * requests per connection: after a thousand requests nginx sends a GOAWAY, on which undici fails the
 * running requests, though nginx answers them.
 */
const ADJUSTED: Readonly<Record<ProxyName, (place: Place) => string>> = {
  nginx({ directory, port, replicas, storage, certificate, key }) {
    const servers = replicas.map((host) => `server ${host} max_fails=0;`);
    const example = adjust('nginx.conf', [
      ['server 127.0.0.1:8787 max_fails=0;', servers.join('\n  ')],
      ['listen 443 ssl http2;', `listen 127.0.0.1:${port} ssl http2;`],
      ['/etc/ssl/certs/share.example.org.pem', certificate],
      ['/etc/ssl/private/share.example.org.key', key],
      ['/etc/ssl/certs/storage.example.org.pem', certificate],
      ['/etc/ssl/private/storage.example.org.key', key],
      ['http://127.0.0.1:8333', `http://${storage}`],
    ]);
    const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (kind) => `${kind}_temp_path ${join(directory, kind)};`,
    );
    return `daemon off;
worker_processes 1;
pid ${join(directory, 'nginx.pid')};
error_log stderr crit;
events { worker_connections 1024; }
http {
access_log off;
keepalive_requests 1000000;
${folders.join('\n')}
${example}
}`;
  },
  caddy({ port, replicas, storage, certificate, key }) {
    const tls = `{\n\ttls ${certificate} ${key}`;
    const example = adjust('Caddyfile.replicas', [
      [
        'share.example.org, share-content.example.net {',
        `share.example.org:${port}, share-content.example.net:${port} ${tls}`,
      ],
      ['10.0.0.11:8787 10.0.0.12:8787', replicas.join(' ')],
      ['storage.example.org {', `storage.example.org:${port} {`],
      ['\ttls {\n\t\talpn', `\ttls ${certificate} ${key} {\n\t\talpn`],
      ['10.0.0.21:8333', storage],
    ]);
    return `{\n\tadmin off\n\tauto_https disable_redirects\n\tlog {\n\t\tlevel PANIC\n\t}\n}\n${example}`;
  },
};

interface Place {
  readonly directory: string;
  readonly port: number;
  /** Host and port of each replica. */
  readonly replicas: readonly string[];
  readonly storage: string;
  readonly certificate: string;
  readonly key: string;
}

/**
 * Replaces parts of an example; fails if one is missing, so that the documented text itself is tested.
 */
function adjust(file: string, changes: readonly (readonly [from: string, to: string])[]): string {
  let text = readFileSync(join(EXAMPLES, file), 'utf8');
  for (const [from, to] of changes) {
    if (!text.includes(from)) throw new Error(`${file} has no ${from}`);
    text = text.replaceAll(from, to);
  }
  return text;
}

/** JSON that Caddy derives from an unchanged example; fails if the example is invalid. */
export function adaptExample(file: string): string {
  const words = ['adapt', '--validate', '--adapter', 'caddyfile', '--config'];
  return execFileSync(BINARIES.caddy ?? 'caddy', [...words, join(EXAMPLES, file)], {
    env: { ...process.env, SATCHEL_HOST: 'localhost', STORAGE_HOST: 's.localhost' },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}

/** Runs a documented example: TLS and HTTP/2 on loopback. */
export async function startProxy(name: ProxyName, upstreams: Upstreams): Promise<ReverseProxy> {
  const directory = await mkdtemp(join(tmpdir(), `satchel-${name}-`));
  const port = upstreams.port ?? (await freePort());
  const { certificate, key } = makeCertificate(directory, [
    HOST,
    'share-content.example.net',
    STORAGE_HOST,
  ]);
  const replicas = upstreams.replicas.map((url) => new URL(url).host);
  const storage = upstreams.storage === undefined ? '127.0.0.1:1' : new URL(upstreams.storage).host;
  const place = { directory, port, replicas, storage, certificate, key };
  const child = await startConfigured(
    name,
    { directory, port, servername: HOST },
    ADJUSTED[name](place),
  );
  const agent = new Agent({
    allowH2: true,
    // No timeout, because the caller decides how long it waits for a paused replica.
    headersTimeout: 0,
    connect: {
      ca: await readFile(certificate, 'utf8'),
      lookup: (_name, _options, found) => found(null, [{ address: '127.0.0.1', family: 4 }]),
    },
  });
  return {
    url: `https://${HOST}:${port}`,
    storageUrl: `https://${STORAGE_HOST}:${port}`,
    fetch: (input, init = {}) => fetch(input, Object.assign({ dispatcher: agent }, init)),
    async stop() {
      await agent.destroy();
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      await rm(directory, { recursive: true, force: true });
    },
  };
}
