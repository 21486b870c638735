import { StartError } from '@satchel/server/start-error';
import { Command, CommanderError } from 'commander';
import { addResetPasswordCommand } from './admin/reset-password.ts';
import { addBackupCommand } from './backup/backup.ts';
import { type CommandContext, note } from './context.ts';
import { addDoctorCommand } from './doctor/doctor.ts';
import { EXIT_CODES, type ExitCode } from './exit-codes.ts';
import { addImportCommand } from './import-cloudpaste/import-cloudpaste.ts';
import { addMigrateCommand } from './migrate.ts';
import { addMoveCommand } from './move/move.ts';
import { addRestoreCommand } from './restore/restore.ts';
import { addSecretKeyCommand } from './secret-key/rotate.ts';
import { addSweepCommand } from './sweep.ts';

/** Runs a command line to its end. Prints any failure before it returns. */
export async function run(words: readonly string[], context: CommandContext): Promise<ExitCode> {
  try {
    await createProgram(context).parseAsync(words, { from: 'user' });
    return EXIT_CODES.done;
  } catch (error) {
    // The parser has printed the help or the mistake already; only the mistake is an error.
    if (error instanceof CommanderError)
      return error.exitCode === 0 ? EXIT_CODES.done : EXIT_CODES.usage;
    if (context.signal.aborted) {
      note(context, error instanceof StartError ? error.message : 'Interrupted.');
      return EXIT_CODES.interrupted;
    }
    note(context, explain(error));
    return EXIT_CODES.failed;
  }
}

/** Prints a sentence for expected errors, and a stack trace for all others. */
function explain(error: unknown): string {
  if (error instanceof StartError) return error.message;
  // Errors of the operating system, such as a full disk or a folder of another user.
  if (error instanceof Error && 'syscall' in error) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function createProgram(context: CommandContext): Command {
  const { stdout, stderr } = context;
  const program = new Command('satchel')
    .description(
      'Runs and looks after a Satchel server. It is configured by variables of its environment, such as DATA_DIR and DATABASE_URL.',
    )
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void stdout.write(text),
      writeErr: (text) => void stderr.write(text),
    })
    .showHelpAfterError('(--help says more)')
    .addHelpText(
      'after',
      '\nExit codes: 0 done, 1 something is wrong or was refused, 2 wrong command line, 130 interrupted.',
    );
  program
    .command('serve')
    .description('run the server until it is stopped')
    .action(async () => {
      await import('@satchel/server/main');
    });
  addMigrateCommand(program, context);
  addSweepCommand(program, context);
  addBackupCommand(program, context);
  addRestoreCommand(program, context);
  addMoveCommand(program, context);
  addSecretKeyCommand(program, context);
  addDoctorCommand(program, context);
  addImportCommand(program, context);
  const admin = program.command('admin').description('administrators');
  addResetPasswordCommand(admin, context);
  return program;
}
