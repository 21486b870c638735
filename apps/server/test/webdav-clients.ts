import { spawn, spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { text } from 'node:stream/consumers';

export interface ProgramResult {
  readonly code: number | null;
  /** Standard output and standard error. */
  readonly output: string;
}

/** Runs a program to its end. */
export async function runProgram(
  command: string,
  parameters: readonly string[],
  { env = {}, input = '' }: { env?: Readonly<Record<string, string>>; input?: string } = {},
): Promise<ProgramResult> {
  const child = spawn(command, parameters, {
    env: { PATH: process.env.PATH ?? '', LANG: 'C.UTF-8', ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  // A program may end without reading its input; its code and output tell whether that is right.
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await ended, output: out + errors };
}

/** True for installed Debian packages; `npm test` installs them if it may. */
export const HAS = {
  rclone: existsSync('/usr/bin/rclone'),
  cadaver: existsSync('/usr/bin/cadaver'),
  davfs: existsSync('/usr/sbin/mount.davfs') && canMount(),
} as const;

/** True if mounting works, because a container may have the device without the permission. */
function canMount(): boolean {
  if (process.getuid?.() !== 0) return false;
  try {
    accessSync('/dev/fuse', constants.R_OK | constants.W_OK);
  } catch {
    return false;
  }
  return spawnSync('unshare', ['--mount', 'true']).status === 0;
}

/** Environment that defines the remote `satchel:` for rclone without a configuration file. */
export function rcloneEnvironment(
  url: string,
  { username, password }: { readonly username: string; readonly password: string },
): Record<string, string> {
  const { stdout } = spawnSync('rclone', ['obscure', '--', password], { encoding: 'utf8' });
  return {
    RCLONE_CONFIG: '/dev/null',
    RCLONE_CONFIG_SATCHEL_TYPE: 'webdav',
    RCLONE_CONFIG_SATCHEL_URL: url,
    RCLONE_CONFIG_SATCHEL_VENDOR: 'other',
    RCLONE_CONFIG_SATCHEL_USER: username,
    RCLONE_CONFIG_SATCHEL_PASS: stdout.trim(),
  };
}
