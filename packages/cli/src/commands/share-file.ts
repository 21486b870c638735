import type { Client, UploadedShare } from '@satchel/api-client';
import { openFile } from '@satchel/multipart-uploader/node';
import type { Command } from 'commander';
import {
  addShareOptions,
  expiryHoursOf,
  passwordOf,
  type ShareOptions,
} from '../arguments/share-options.ts';
import { usageError } from '../command-error.ts';
import type { Context } from '../context.ts';
import { complainOf, someFailed } from '../explain-error.ts';
import { connect } from '../session/connect.ts';
import { printJson, printLine } from '../terminal/output.ts';
import { createProgress, type Progress } from '../terminal/progress.ts';
import { followUpload } from '../transfer/follow-upload.ts';
import { statOf } from '../transfer/local-files.ts';
import { addExamples, type GlobalOptions } from './add-examples.ts';

type Options = ShareOptions & GlobalOptions;

export function addShareFileCommand(parent: Command, context: Context): void {
  const command = parent
    .command('file')
    .description(context.say('share_file_description'))
    .argument('<path...>', context.say('share_file_argument'))
    .action((paths: readonly string[], _options, self: Command) =>
      shareFiles(context, paths, self.optsWithGlobals<Options>()),
    );
  addShareOptions(command, context);
  addExamples(command, context, [
    'satchel share file report.pdf',
    'satchel share file --expires 1w --views 10 *.jpg',
    'satchel share file --slug backup --json backup.tar',
  ]);
}

export async function shareFiles(
  context: Context,
  paths: readonly string[],
  options: Options,
): Promise<void> {
  if (paths.length > 1 && options.slug) throw usageError('slug_for_one');
  const { client } = await connect(context, options.server);
  const password = await passwordOf(context, options.password);
  const progress = createProgress(context);
  // Starts all uploads; the client's queue limits how many run concurrently. Prints the links in the typed
  // order.
  const outcomes = paths.map((path) =>
    shareFile(context, client, path, { ...options, password }, progress).then(
      (share) => ({ path, share }),
      (error: unknown) => ({ path, error }),
    ),
  );
  const failures: unknown[] = [];
  for (const each of outcomes) {
    const outcome = await each;
    progress.end();
    if ('share' in outcome) {
      const { share } = outcome;
      await (options.json ? printJson(context, share) : printLine(context, share.share_url));
    } else {
      failures.push(outcome.error);
      if (paths.length > 1) complainOf(context, outcome.path, outcome.error);
    }
  }
  if (failures.length > 0) throw paths.length === 1 ? failures[0] : someFailed(context, failures);
}

async function shareFile(
  context: Context,
  client: Client,
  path: string,
  { password, ...options }: Omit<Options, 'password'> & { readonly password: string | undefined },
  progress: Progress,
): Promise<UploadedShare> {
  if ((await statOf(path)).isDirectory()) throw usageError('file_is_directory', { path });
  const upload = client.fileShares.upload(await openFile(path), {
    share: {
      slug: options.slug,
      password,
      expires_in: expiryHoursOf(options),
      max_views: options.views,
      remark: options.title,
    },
    onProgress: ({ bytes, totalBytes }) => progress.update(path, bytes, totalBytes),
  });
  // The client never resumes an upload with a password, because passwords are not stored.
  return followUpload(context, upload, password === undefined);
}
