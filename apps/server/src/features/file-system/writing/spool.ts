import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { limitSize } from '#files/size-limit.ts';
import { randomId } from '#security/random.ts';

/** Stores bodies of forms whose fields follow the file on disk, because files may be too large for memory. */
export type Spool = Awaited<ReturnType<typeof openSpool>>;

/** Empties the folder first, because a process that was killed may have left bodies in it. */
export async function openSpool(directory: string) {
  await rm(directory, { recursive: true, force: true });
  return {
    async keep(body: Readable, maxBytes: number, signal: AbortSignal) {
      await mkdir(directory, { recursive: true });
      const path = join(directory, randomId());
      const drop = () => rm(path, { force: true });
      try {
        await pipeline(limitSize(body, maxBytes, signal), createWriteStream(path, { mode: 0o600 }));
        const { size } = await stat(path);
        return { size, open: () => createReadStream(path), [Symbol.asyncDispose]: drop };
      } catch (error) {
        await drop();
        throw error;
      }
    },
  };
}
