import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** Satchel's own S3 in a process of its own, as any S3 would be. */
export async function startLocalS3(
  directory: string,
  credentials: { accessKeyId: string; secretAccessKey: string },
): Promise<{ url: string; process: ChildProcess }> {
  const main = fileURLToPath(new URL('main.ts', import.meta.resolve('@satchel/local-s3')));
  const { accessKeyId, secretAccessKey } = credentials;
  const keys = ['--access-key-id', accessKeyId, '--secret-access-key', secretAccessKey];
  const child = spawn(process.execPath, [main, '--directory', directory, '--port', '0', ...keys], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(child.stdout, 'data');
  return { url: String(line).trim().replace('listening on ', ''), process: child };
}
