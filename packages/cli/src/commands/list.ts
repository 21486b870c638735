import { type Client, isApiError } from '@satchel/api-client';
import type { Command } from 'commander';
import { asDirectory, lastNameOf, mountPathOf } from '../arguments/mount-path.ts';
import type { Context } from '../context.ts';
import { connect } from '../session/connect.ts';
import { formatBytes, formatTime } from '../terminal/format.ts';
import { printJson, printLine } from '../terminal/output.ts';
import { addExamples, type GlobalOptions } from './add-examples.ts';

interface Options extends GlobalOptions {
  readonly long?: true;
  readonly json?: true;
}

/** A file, directory or mount in the list. */
interface Entry {
  readonly name: string;
  readonly isDirectory: boolean;
  readonly size: number | null;
  readonly modified: string;
}

export function addListCommand(program: Command, context: Context): void {
  const command = program
    .command('ls')
    .description(context.say('ls_description'))
    .argument('[path]', context.say('ls_argument'))
    .option('-l, --long', context.say('option_long'))
    .option('--json', context.say('option_json'))
    .action((path: string | undefined, _options, self: Command) =>
      list(context, mountPathOf(path ?? '/'), self.optsWithGlobals<Options>()),
    );
  addExamples(command, context, [
    'satchel ls',
    'satchel ls -l /photos',
    "satchel ls --json /photos | jq -r 'select(.size > 1e6).path'",
  ]);
}

async function list(context: Context, path: string, options: Options): Promise<void> {
  const { client } = await connect(context, options.server);
  // Prints each page as it arrives, so that a large directory shows its first names immediately.
  for await (const entry of entriesOf(context, client, path)) {
    if (options.json) await printJson(context, entry);
    else await printLine(context, options.long ? longLineOf(entry) : nameOf(entry));
  }
}

async function* entriesOf({ signal }: Context, client: Client, path: string) {
  try {
    yield* client.fs.entries(asDirectory(path), { signal });
  } catch (error) {
    // The path may be a file, which is listed alone.
    if (!isApiError(error, 'file_system.not_found') || path.endsWith('/')) throw error;
    const entry = await client.fs.get({ query: { path } }, { signal });
    yield { ...entry, name: lastNameOf(path) };
  }
}

function longLineOf(entry: Entry): string {
  const size = entry.size === null ? '-' : formatBytes(entry.size);
  return `${size.padStart(8)}  ${formatTime(entry.modified)}  ${nameOf(entry)}`;
}

function nameOf({ name, isDirectory }: Entry): string {
  return isDirectory ? `${name}/` : name;
}
