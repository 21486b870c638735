import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { openSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from './free-port.ts';
import { radosgwConfig } from './radosgw-config.ts';

const run = promisify(execFile);
const COMMAND_TIMEOUT_MS = 60_000;

export interface Radosgw {
  readonly endpoint: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly version: string;
  /** Kills the gateway, which aborts its running requests, and starts it again. The data stays. */
  restartGateway(): Promise<void>;
  stop(): Promise<void>;
}

/** Keys of the only user. */
export const RADOSGW_CREDENTIALS = {
  accessKeyId: 'testaccess',
  secretAccessKey: 'testsecretkey000',
};

/** Starts a temporary Ceph with its S3 gateway on loopback; `stop` ends only these processes. */
export async function startRadosgw(dnsName = 'localhost'): Promise<Radosgw> {
  const directory = await mkdtemp(join(tmpdir(), 'satchel-rgw-'));
  const children: ChildProcess[] = [];
  const stop = async () => {
    // Killed without a flush, because the data is not needed any more.
    await Promise.all(children.reverse().map(kill));
    await rm(directory, { recursive: true, force: true });
  };
  try {
    return { ...(await start(directory, children, dnsName)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function start(directory: string, children: ChildProcess[], dnsName: string) {
  for (const name of ['run', 'log', 'mon', 'osd']) await mkdir(join(directory, name));
  const [monitorPort, gatewayPort] = [await freePort(), await freePort()];
  const [fsid, osdId] = [randomUUID(), randomUUID()];
  const config = join(directory, 'ceph.conf');
  await writeFile(config, radosgwConfig({ directory, fsid, monitorPort, gatewayPort, dnsName }));
  const ceph = (program: string, ...parameters: string[]) =>
    run(program, ['-c', config, ...parameters], { timeout: COMMAND_TIMEOUT_MS });
  const daemon = (program: string, ...parameters: string[]) => {
    const log = openSync(join(directory, 'log', `${program}.out`), 'w');
    const child = spawn(program, ['-c', config, ...parameters, '-f'], {
      stdio: ['ignore', log, log],
    });
    children.push(child);
    return child;
  };

  const monmap = join(directory, 'monmap');
  const monitor = `[v2:127.0.0.1:${monitorPort}/0]`;
  await run('monmaptool', ['--create', '--fsid', fsid, '--addv', 'a', monitor, monmap]);
  await ceph('ceph-mon', '--mkfs', '-i', 'a', '--monmap', monmap);
  daemon('ceph-mon', '-i', 'a');
  await Promise.all([
    ceph('ceph', '--connect-timeout', '50', 'osd', 'new', osdId),
    ceph('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', osdId),
  ]);
  daemon('ceph-osd', '-i', '0');
  const startGateway = () => daemon('radosgw', '-n', 'client.rgw');
  let gateway = startGateway();
  await waitForPort(gatewayPort, children);

  const { accessKeyId, secretAccessKey } = RADOSGW_CREDENTIALS;
  const keys = ['--access-key', accessKeyId, '--secret-key', secretAccessKey];
  const user = ['user', 'create', '--uid', 'tester', '--display-name', 'tester'];
  await ceph('radosgw-admin', '-n', 'client.rgw', ...user, ...keys);
  const { stdout } = await run('radosgw', ['--version']);
  const version = /\d+\.\d+\.\d+/.exec(stdout)?.[0] ?? '';
  const restartGateway = async () => {
    await kill(gateway);
    children.splice(children.indexOf(gateway), 1);
    gateway = startGateway();
    await waitForPort(gatewayPort, children);
  };
  const endpoint = `http://127.0.0.1:${gatewayPort}`;
  return { endpoint, accessKeyId, secretAccessKey, version, restartGateway };
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await exited;
}

async function waitForPort(port: number, children: readonly ChildProcess[]): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    const ended = children.find((child) => child.exitCode !== null);
    if (ended !== undefined) throw new Error(`${ended.spawnfile} ended with ${ended.exitCode}`);
    if (await canConnect(port)) return;
    await sleep(100);
  }
  throw new Error('radosgw did not listen in time');
}

function canConnect(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('close', () => socket.destroy()).once('connect', () => socket.end());
  });
}
