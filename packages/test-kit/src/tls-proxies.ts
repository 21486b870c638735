import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from 'node:tls';

export type ProxyName = 'nginx' | 'caddy';

/** Paths of the programs; undefined for those that are not installed. */
export const BINARIES: Readonly<Record<ProxyName | 'openssl', string | undefined>> = {
  nginx: ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/usr/bin/nginx'].find(existsSync),
  caddy: ['/usr/bin/caddy', '/usr/local/bin/caddy'].find(existsSync),
  openssl: ['/usr/bin/openssl', '/usr/local/bin/openssl'].find(existsSync),
};

/** Makes a certificate for these names in a folder. Returns the paths of its files. */
export function makeCertificate(directory: string, names: readonly string[]) {
  const [certificate, key] = [join(directory, 'cert.pem'), join(directory, 'key.pem')];
  const alternatives = names.map((name) => `DNS:${name}`).join(',');
  execFileSync(
    BINARIES.openssl ?? 'openssl',
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
      ...['-days', '2', '-subj', `/CN=${names[0]}`, '-addext', `subjectAltName=${alternatives}`],
      ...['-keyout', key, '-out', certificate],
    ],
    { stdio: 'ignore' },
  );
  return { certificate, key };
}

/** Starts a proxy on a configuration, and waits until it answers for a name. */
export async function startConfigured(
  name: ProxyName,
  { directory, port, servername }: { directory: string; port: number; servername: string },
  configuration: string,
): Promise<ChildProcess> {
  const file = join(directory, name === 'nginx' ? 'nginx.conf' : 'Caddyfile');
  await writeFile(file, configuration);
  const words =
    name === 'nginx'
      ? ['-p', directory, '-c', file, '-e', 'stderr']
      : ['run', '--adapter', 'caddyfile', '--config', file];
  const child = spawn(BINARIES[name] ?? name, words, {
    env: { PATH: process.env.PATH, HOME: directory, XDG_DATA_HOME: directory },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  await untilListening(child, port, servername);
  return child;
}

/** Waits for a handshake, because a proxy accepts connections before its certificate is loaded. */
async function untilListening(
  child: ChildProcess,
  port: number,
  servername: string,
): Promise<void> {
  while (child.exitCode === null) {
    const socket = connect({ host: '127.0.0.1', port, servername, rejectUnauthorized: false });
    const isOpen = await once(socket, 'secureConnect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isOpen) return;
    await sleep(20);
  }
  throw new Error(`${child.spawnfile} ended with ${child.exitCode}`);
}
