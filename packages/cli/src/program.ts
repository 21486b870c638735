import { Command, CommanderError } from 'commander';
import manifest from '../package.json' with { type: 'json' };
import { addCopyCommand } from './commands/copy.ts';
import { addGetCommand } from './commands/get.ts';
import { addListCommand } from './commands/list.ts';
import { addLoginCommand } from './commands/login.ts';
import { addLogoutCommand } from './commands/logout.ts';
import { addMountCommand } from './commands/mount.ts';
import { addSendCommand } from './commands/send.ts';
import { addShareFileCommand } from './commands/share-file.ts';
import { configureShareCommand } from './commands/share-paths.ts';
import { addShareTextCommand } from './commands/share-text.ts';
import { addWhoamiCommand } from './commands/whoami.ts';
import type { Context } from './context.ts';
import { EXIT_CODES, type ExitCode } from './exit-codes.ts';
import { explainError } from './explain-error.ts';
import type { MessageName } from './messages.ts';
import { complain, note } from './terminal/output.ts';
import { explainUsage } from './usage-errors.ts';

/** Runs a command line, prints its errors, and returns the exit code. */
export async function run(words: readonly string[], context: Context): Promise<ExitCode> {
  try {
    await createProgram(context).parseAsync(words, { from: 'user' });
    return EXIT_CODES.done;
  } catch (error) {
    if (error instanceof CommanderError) return endUsage(context, error);
    if (context.signal.aborted) {
      note(context, 'interrupted');
      return EXIT_CODES.interrupted;
    }
    const { text, exitCode } = explainError(context, error);
    complain(context, text);
    return exitCode;
  }
}

/**
 * Handles the parser's exits. Requested help and version are no errors; the help for an incomplete command
 * is.
 */
function endUsage(context: Context, error: CommanderError): ExitCode {
  if (error.exitCode === 0) return EXIT_CODES.done;
  if (error.code !== 'commander.help') complain(context, explainUsage(context, error));
  return EXIT_CODES.usage;
}

function createProgram(context: Context): Command {
  const { say, stdout, stderr } = context;
  const program: Command = new Command('satchel')
    .description(say('program_description'))
    .version(manifest.version, '-V, --version', say('option_version'))
    .helpOption('-h, --help', say('option_help'))
    .helpCommand('help [command]', say('help_description'))
    .option('--server <url>', say('option_server'))
    .exitOverride()
    .configureHelp({
      showGlobalOptions: true,
      // `text` and `file` list those of `share` that they have themselves.
      visibleGlobalOptions: (command) => (command === program ? [] : [...program.options]),
      styleTitle: (title) => translateTitle(context, title),
    })
    .configureOutput({
      writeOut: (text) => void stdout.write(text),
      writeErr: (text) => void stderr.write(text),
      // Silent, because `run` prints the error in the user's language.
      outputError: () => undefined,
    })
    .addHelpText('after', `\n${say('exit_codes')}`);
  addLoginCommand(program, context);
  addLogoutCommand(program, context);
  addWhoamiCommand(program, context);
  const share = program.command('share');
  configureShareCommand(share, context);
  addShareTextCommand(share, context);
  addShareFileCommand(share, context);
  addSendCommand(program, context);
  addListCommand(program, context);
  addGetCommand(program, context);
  addCopyCommand(program, context);
  addMountCommand(program, context);
  return program;
}

const TITLES: Readonly<Record<string, MessageName>> = {
  'Usage:': 'title_usage',
  'Arguments:': 'title_arguments',
  'Options:': 'title_options',
  'Global Options:': 'title_global_options',
  'Commands:': 'title_commands',
};

function translateTitle({ say }: Context, title: string): string {
  const name = TITLES[title];
  return name === undefined ? title : say(name);
}
