import { resolve } from 'node:path';
import type { Command } from 'commander';
import { isMountPath, mountPathOf } from '../arguments/mount-path.ts';
import { usageError } from '../command-error.ts';
import type { Context } from '../context.ts';
import { connect } from '../session/connect.ts';
import { resumable } from '../terminal/output.ts';
import { createProgress } from '../terminal/progress.ts';
import { copyOnServer } from '../transfer/copy-on-server.ts';
import { type CopyTask, recordsOf } from '../transfer/copy-task.ts';
import { downloadPath } from '../transfer/download-path.ts';
import { uploadPath } from '../transfer/upload-path.ts';
import { addExamples, type GlobalOptions } from './add-examples.ts';

interface Options extends GlobalOptions {
  readonly recursive?: true;
  readonly skipExisting?: true;
}

export function addCopyCommand(program: Command, context: Context): void {
  const command = program
    .command('cp')
    .description(context.say('cp_description'))
    .argument('<source>', context.say('cp_source'))
    .argument('<target>', context.say('cp_target'))
    .option('-r, --recursive', context.say('option_recursive'))
    .option('-n, --skip-existing', context.say('option_skip_existing'))
    .action((from: string, to: string, _options, self: Command) =>
      resumable(context, () => copy(context, from, to, self.optsWithGlobals<Options>())),
    );
  addExamples(command, context, [
    'satchel cp video.mp4 :/films/',
    'satchel cp -r photos :/archive/2026/',
    'satchel cp -r :/archive/2026 ./restored',
    'satchel cp -r :/photos :/backup/photos',
  ]);
}

async function copy(context: Context, from: string, to: string, options: Options): Promise<void> {
  if (!isMountPath(from) && !isMountPath(to)) throw usageError('cp_local');
  const { client, server } = await connect(context, options.server);
  const progress = createProgress(context);
  const places = [from, to].map((path) =>
    isMountPath(path) ? `:${mountPathOf(path)}` : resolve(path),
  );
  const task: CopyTask = {
    context,
    client,
    serverUrl: server.url,
    progress,
    subject: JSON.stringify([server.url, ...places]),
    isRecursive: options.recursive ?? false,
    skipsExisting: options.skipExisting ?? false,
  };
  try {
    if (!isMountPath(from)) await uploadPath(task, from, mountPathOf(to));
    else if (!isMountPath(to)) await downloadPath(task, mountPathOf(from), to);
    else await copyOnServer(task, mountPathOf(from), mountPathOf(to));
    await recordsOf(task).remove(task.subject);
  } finally {
    progress.end();
  }
}
