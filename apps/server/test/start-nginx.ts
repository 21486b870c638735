import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './start-child.ts';

const BINARY = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/usr/bin/nginx'].find(existsSync);

/** False where the tests that need it are to be skipped. */
export const hasNginx = BINARY !== undefined;

export interface Nginx {
  readonly url: string;
  stop(): Promise<void>;
}

/** Spreads requests over servers as the documentation has it: unbuffered, and on to the next where one is gone. */
export async function startNginx(upstreams: readonly string[]): Promise<Nginx> {
  if (BINARY === undefined) throw new Error('nginx is not installed');
  const directory = await mkdtemp(join(tmpdir(), 'satchel-nginx-'));
  const port = await freePort();
  const file = join(directory, 'nginx.conf');
  await writeFile(file, configurationOf(directory, port, upstreams));
  const child = spawn(BINARY, ['-p', directory, '-c', file, '-e', 'stderr'], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  await untilListening(child, port);
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function untilListening(child: ChildProcess, port: number): Promise<void> {
  while (child.exitCode === null) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isOpen) return;
    await sleep(20);
  }
  throw new Error(`nginx ended with ${child.exitCode}`);
}

function configurationOf(directory: string, port: number, upstreams: readonly string[]): string {
  const servers = upstreams.map(
    (url) => `server ${new URL(url).host} max_fails=1 fail_timeout=1s;`,
  );
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${join(directory, kind)};`,
  );
  return `
daemon off;
worker_processes 1;
pid ${join(directory, 'nginx.pid')};
events { worker_connections 1024; }
http {
  access_log off;
  ${folders.join('\n  ')}
  upstream satchel {
    ${servers.join('\n    ')}
    keepalive 32;
  }
  server {
    listen 127.0.0.1:${port};
    client_max_body_size 0;
    location / {
      proxy_pass http://satchel;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_set_header X-Forwarded-Proto $scheme;
      proxy_set_header X-Request-Id $request_id;
      proxy_request_buffering off;
      proxy_buffering off;
      proxy_next_upstream error timeout http_503;
      # Which of them has answered.
      add_header X-Upstream $upstream_addr always;
    }
  }
}
`;
}
