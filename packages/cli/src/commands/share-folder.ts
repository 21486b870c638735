import { stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { Command } from 'commander';
import {
  addShareOptions,
  expiryHoursOf,
  passwordOf,
  type ShareOptions,
} from '../arguments/share-options.ts';
import { usageError } from '../command-error.ts';
import type { Context } from '../context.ts';
import { connect } from '../session/connect.ts';
import { formatBytes } from '../terminal/format.ts';
import { note, printJson, printLine } from '../terminal/output.ts';
import { createProgress } from '../terminal/progress.ts';
import { archiveFolder } from '../transfer/archive.ts';
import { addExamples, type GlobalOptions } from './add-examples.ts';

type Options = ShareOptions & GlobalOptions;

/** Timeout of the upload, which is one request of any length: the maximum of timers. */
const ARCHIVE_TIMEOUT_MS = 2 ** 31 - 1;

export function addShareFolderCommand(parent: Command, context: Context): void {
  const command = parent
    .command('folder')
    .description(context.say('share_folder_description'))
    .argument('<path>', context.say('share_folder_argument'))
    .action((path: string, _options, self: Command) =>
      shareFolder(context, path, self.optsWithGlobals<Options>()),
    );
  addShareOptions(command, context);
  addExamples(command, context, ['satchel share folder photos', 'satchel share folder -e 2d .']);
}

async function shareFolder(context: Context, path: string, options: Options): Promise<void> {
  if (!(await stat(path)).isDirectory()) throw usageError('not_a_directory', { path });
  const { client } = await connect(context, options.server);
  const password = await passwordOf(context, options.password);
  // The root of a file system has no name.
  const name = basename(resolve(path)) || 'root';
  const archive = await archiveFolder(path, name, (each) =>
    note(context, 'left_out', { path: each }),
  );
  let failure: unknown;
  archive.once('error', (error) => {
    failure = error;
  });
  const progress = createProgress(context);
  let bytes = 0;
  archive.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    progress.show(`${name}.zip  ${formatBytes(bytes)}`);
  });
  archive.pause();
  try {
    const reply = await client.fileShares.uploadDirect(
      {
        params: { filename: `${name}.zip` },
        query: {
          slug: options.slug,
          expires_in: expiryHoursOf(options),
          max_views: options.views,
          remark: options.title,
        },
        body: Readable.toWeb(archive) as ReadableStream & globalThis.ReadableStream,
      },
      {
        signal: context.signal,
        timeoutMs: ARCHIVE_TIMEOUT_MS,
        // Sends a header, because proxies log addresses.
        ...(password && { headers: { 'x-share-password': password } }),
      },
    );
    progress.end();
    await (options.json ? printJson(context, reply) : printLine(context, reply.share_url));
  } catch (error) {
    // An unreadable file aborts the request, whose own error is only a broken connection.
    throw failure ?? error;
  } finally {
    progress.end();
    archive.destroy();
  }
}
