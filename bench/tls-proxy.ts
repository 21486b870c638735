import { createHash, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '@satchel/test-kit/free-port';
import { makeCertificate, startConfigured } from '@satchel/test-kit/tls-proxies';
import { type Addresses, BUCKET } from './upload-store.ts';

/**
 * Name of a proxy and version of HTTP between it and browsers. `nginx as it comes` gives each request a window
 * of 64 KiB, the other one 4 MiB, as our example does.
 */
export type ProxyKind =
  | `${'nginx' | 'caddy'} HTTP/${'1.1' | '2'}`
  | 'nginx as it comes HTTP/2'
  | 'caddy HTTP/3';

const PROTOCOLS = { '1.1': 'h1', '2': 'h1 h2', '3': 'h1 h2 h3' } as const;
type Version = keyof typeof PROTOCOLS;

interface Place {
  readonly directory: string;
  readonly port: number;
  /** Port of an address with HTTP/1.1 only; with Caddy a name. */
  readonly uploadPort: number;
  /** Newest version of HTTP. */
  readonly version: Version;
  /** Bytes of each HTTP/2 request that nginx takes at once. */
  readonly window: '64k' | '4m';
  readonly servers: Addresses;
}

/** Configurations with what the documented examples have for bodies. */
const CONFIGURATIONS = {
  nginx({ directory, port, uploadPort, version, window, servers }: Place) {
    const location = (path: string, url: string) =>
      `location ${path} { proxy_pass ${url}; proxy_http_version 1.1; proxy_request_buffering off;
        proxy_buffering off; proxy_set_header Connection ""; proxy_set_header Host $http_host; }`;
    const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (kind) => `${kind}_temp_path ${join(directory, kind)};`,
    );
    return `daemon off; worker_processes 1; pid ${join(directory, 'nginx.pid')}; error_log stderr crit;
events { worker_connections 1024; }
http { access_log off; keepalive_requests 1000000; ${folders.join(' ')}
  server { listen 127.0.0.1:${port} ssl ${version === '2' ? 'http2' : ''};
    http2_body_preread_size ${window}; client_max_body_size 0;
    ssl_certificate ${join(directory, 'cert.pem')}; ssl_certificate_key ${join(directory, 'key.pem')};
    ${location('/', servers.page)} ${location(`/${BUCKET}`, servers.store)} ${location('/files', servers.tus)} }
  server { listen 127.0.0.1:${uploadPort} ssl; client_max_body_size 0;
    ssl_certificate ${join(directory, 'cert.pem')}; ssl_certificate_key ${join(directory, 'key.pem')};
    ${location('/', servers.store)} } }`;
  },
  caddy({ directory, port, uploadPort, version, servers }: Place) {
    const pass = (path: string, url: string) =>
      `handle ${path} {\n reverse_proxy ${new URL(url).host} {\n flush_interval -1\n }\n }`;
    return `{
 admin off
 auto_https disable_redirects
 log {
  level PANIC
 }
 servers 127.0.0.1:${port} {
  protocols ${PROTOCOLS[version]}
 }
 servers 127.0.0.1:${uploadPort} {
  protocols h1
 }
}
https://:${uploadPort} {
 bind 127.0.0.1
 tls ${join(directory, 'cert.pem')} ${join(directory, 'key.pem')}
 ${pass('/*', servers.store)}
}
https://:${port} {
 bind 127.0.0.1
 tls ${join(directory, 'cert.pem')} ${join(directory, 'key.pem')}
 ${pass(`/${BUCKET}*`, servers.store)}
 ${pass('/files*', servers.tus)}
 ${pass('/*', servers.page)}
}`;
  },
};

export interface TlsProxy {
  readonly url: string;
  /** Leads to the store only, by HTTP/1.1. */
  readonly uploadUrl: string;
  /** SHA-256 of the certificate's public key in base64. A browser trusts the certificate by it. */
  readonly keyHash: string;
  stop(): Promise<void>;
}

/** Starts a proxy with TLS that leads to the servers by path. Returns its address and the end. */
export async function startTlsProxy(
  kind: ProxyKind,
  servers: Addresses,
  parent: string,
): Promise<TlsProxy> {
  const name = kind.startsWith('nginx') ? 'nginx' : 'caddy';
  const [port, uploadPort] = [await freePort(), await freePort()];
  const directory = join(parent, `${name}-${port}`);
  await mkdir(directory);
  const { certificate } = makeCertificate(directory, ['localhost']);
  const window = kind.includes('as it comes') ? '64k' : '4m';
  const place: Place = {
    ...{ directory, port, uploadPort, window, servers },
    version: kind.slice(kind.indexOf('/') + 1) as Version,
  };
  const child = await startConfigured(
    name,
    { directory, port, servername: 'localhost' },
    CONFIGURATIONS[name](place),
  );
  return {
    url: `https://localhost:${port}`,
    uploadUrl: `https://localhost:${uploadPort}`,
    keyHash: hashOfKey(await readFile(certificate)),
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

function hashOfKey(certificate: Buffer): string {
  const key = new X509Certificate(certificate).publicKey.export({ type: 'spki', format: 'der' });
  return createHash('sha256').update(key).digest('base64');
}
