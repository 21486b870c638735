import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';
import { BINARIES, makeCertificate, type ProxyName, startConfigured } from './tls-proxies.ts';

interface Place {
  readonly directory: string;
  readonly port: number;
  readonly uploadPort: number;
  /** Address of the server. */
  readonly target: string;
  readonly settings: string;
  readonly uploadProtocols: string;
}

const CONFIGURATIONS: Readonly<Record<ProxyName, (place: Place) => string>> = {
  nginx({ directory, port, uploadPort, target, settings }) {
    const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (kind) => `${kind}_temp_path ${join(directory, kind)};`,
    );
    const tls = `ssl_certificate ${join(directory, 'cert.pem')}; ssl_certificate_key ${join(directory, 'key.pem')};`;
    const pass = `location / { proxy_pass ${target}; proxy_http_version 1.1; proxy_set_header Host $http_host; }`;
    // Its workers write bodies into folders of this user.
    const user = process.getuid?.() === 0 ? 'user root;' : '';
    return `daemon off; ${user} worker_processes 1; pid ${join(directory, 'nginx.pid')}; error_log stderr crit;
events { worker_connections 1024; }
http { access_log off; ${folders.join(' ')}
  server { listen 127.0.0.1:${port} ssl http2; ${tls} ${settings} ${pass} }
  server { listen 127.0.0.1:${uploadPort} ssl; ${tls} client_max_body_size 0; proxy_request_buffering off; ${pass} } }`;
  },
  caddy({ directory, port, uploadPort, target, uploadProtocols }) {
    const address = (number: number) => `https://:${number} {
 bind 127.0.0.1
 tls ${join(directory, 'cert.pem')} ${join(directory, 'key.pem')}
 reverse_proxy ${new URL(target).host} {
  flush_interval -1
 }
}`;
    return `{
 admin off
 auto_https disable_redirects
 log {
  level PANIC
 }
 servers 127.0.0.1:${uploadPort} {
  protocols ${uploadProtocols}
 }
 servers 127.0.0.1:${port} {
  protocols h1 h2
 }
}
${address(port)}
${address(uploadPort)}`;
  },
};

export interface UploadProxy {
  /** Port with TLS and HTTP/2. */
  readonly port: number;
  /** Port with TLS and HTTP/1.1 only, for `UPLOAD_URL`. */
  readonly uploadPort: number;
  /** Path of the certificate, which signs itself. */
  readonly certificate: string;
  stop(): Promise<void>;
}

export const hasProxy = (name: ProxyName): boolean =>
  BINARIES[name] !== undefined && BINARIES.openssl !== undefined;

/** Options of a proxy in front of a server. */
export interface UploadProxyOptions {
  /** Address of the server. */
  readonly target: string;
  /** Settings of nginx for the port with HTTP/2; default none. */
  readonly settings?: string;
  /** Protocols of Caddy on the port for uploads; default `h1`. */
  readonly uploadProtocols?: string;
}

/** Starts a real proxy on loopback in front of a server. */
export async function startUploadProxy(
  name: ProxyName,
  { target, settings = '', uploadProtocols = 'h1' }: UploadProxyOptions,
  names: readonly string[] = ['localhost'],
): Promise<UploadProxy> {
  const directory = await mkdtemp(join(tmpdir(), 'satchel-proxy-'));
  const { certificate } = makeCertificate(directory, names);
  const [port, uploadPort] = [await freePort(), await freePort()];
  const child = await startConfigured(
    name,
    { directory, port, servername: names[0] ?? '' },
    CONFIGURATIONS[name]({ directory, port, uploadPort, target, settings, uploadProtocols }),
  );
  return {
    port,
    uploadPort,
    certificate,
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      await rm(directory, { recursive: true, force: true });
    },
  };
}
