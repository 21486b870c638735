import { createReadStream } from 'node:fs';
import { opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { ZipFile } from 'yazl';

/** An entry of a folder. Links are reported but not followed, because they may lead outside. */
export interface FoundEntry {
  readonly kind: 'file' | 'empty_directory' | 'left_out';
  readonly path: string;
  /** Path below the folder, with slashes. */
  readonly relativePath: string;
}

/** Lists everything below a folder, in no particular order. */
export async function* walkFolder(folder: string, below = ''): AsyncGenerator<FoundEntry> {
  let isEmpty = true;
  for await (const entry of await opendir(join(folder, below))) {
    isEmpty = false;
    const relativePath = below === '' ? entry.name : `${below}/${entry.name}`;
    const path = join(folder, relativePath);
    if (entry.isDirectory()) yield* walkFolder(folder, relativePath);
    else yield { kind: entry.isFile() ? 'file' : 'left_out', path, relativePath };
  }
  if (isEmpty) {
    yield { kind: 'empty_directory', path: join(folder, below), relativePath: below };
  }
}

/**
 * Streams a folder as a zip archive. Memory holds only the names of its files and the bytes in transit.
 *
 * @param root name of the archive's top directory
 * @param onLeftOut called for links and devices, which the archive omits
 * @throws the stream fails with the error of an unreadable file
 */
export async function archiveFolder(
  folder: string,
  root: string,
  onLeftOut: (path: string) => void,
): Promise<PassThrough> {
  const zip = new ZipFile();
  const output = new PassThrough();
  zip.on('error', (error: Error) => output.destroy(error));
  for await (const { kind, path, relativePath } of walkFolder(folder)) {
    const name = relativePath === '' ? root : `${root}/${relativePath}`;
    if (kind === 'left_out') onLeftOut(path);
    else if (kind === 'empty_directory') zip.addEmptyDirectory(name);
    else {
      zip.addReadStreamLazy(name, (open) => {
        const content = createReadStream(path);
        content.once('error', (error) => output.destroy(error));
        open(null, content);
      });
    }
  }
  zip.outputStream.pipe(output);
  zip.end();
  return output;
}
