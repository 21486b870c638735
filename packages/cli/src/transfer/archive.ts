import { createReadStream } from 'node:fs';
import { opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { ZipFile } from 'yazl';

/** Entry found in a folder. Links are reported and not followed, because they may lead outside. */
export interface FoundEntry {
  readonly kind: 'file' | 'empty_directory' | 'left_out';
  readonly path: string;
  /** Below the folder, with slashes. */
  readonly relativePath: string;
}

/** Everything below a folder, in no certain order. */
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
 * A folder as a zip archive, made while it is read: at no time more of it is in memory than the names
 * of its files and what is on its way.
 *
 * @param root what the archive's one directory is called
 * @param onLeftOut told of links and devices, which are not in the archive
 * @throws the stream fails with the error of a file that cannot be read
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
