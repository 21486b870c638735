import { systemClock } from '@satchel/server/clock';
import { connectDatabase, type Database } from '@satchel/server/database';
import { assertMigrated } from '@satchel/server/database/schema/inspect-database';
import { AppError } from '@satchel/server/errors';
import { createSessionRepository } from '@satchel/server/features/sessions/repository';
import { assertNotCommon } from '@satchel/server/security/common-passwords';
import { hashPassword } from '@satchel/server/security/passwords';
import { randomToken } from '@satchel/server/security/random';
import { StartError } from '@satchel/server/start-error';
import type { Command } from 'commander';
import { type CommandContext, note, readConfig, say } from '../context.ts';
import { toOperatorEvent } from '../operator-act.ts';
import { askNewSecret, readSecret } from '../secret-input.ts';

const VARIABLE = 'NEW_ADMIN_PASSWORD';
const MIN_LENGTH = 8;
const MAX_LENGTH = 1024;
const GENERATED_LENGTH = 20;

interface Options {
  readonly username?: string;
  readonly generate?: boolean;
}

export function addResetPasswordCommand(admin: Command, context: CommandContext): void {
  admin
    .command('reset-password')
    .description(
      `give an administrator a new password and end all sessions; asked for at the terminal, or taken from ${VARIABLE} or the file that ${VARIABLE}_FILE names`,
    )
    .option('--username <name>', 'whose, where there is more than one administrator')
    .option('--generate', 'make a password and show it once')
    .action((options: Options) => resetPassword(context, options));
}

async function resetPassword(context: CommandContext, options: Options): Promise<void> {
  const config = await readConfig(context);
  await assertMigrated(config);
  const database = await connectDatabase({
    ...config,
    onError: (error) => note(context, String(error)),
  });
  try {
    const admin = await findAdmin(database, options.username);
    const password = await choosePassword(context, options.generate === true);
    const changes = { passwordHash: await hashPassword(password), updatedAt: systemClock.now() };
    const data = toOperatorEvent({ action: 'account.password_reset', target: admin.username });
    const isChanged = await createSessionRepository(database.prisma).updateAdmin(
      admin,
      changes,
      (transaction) => transaction.auditEvent.create({ data }),
    );
    if (!isChanged)
      throw new StartError('Somebody else has changed the account just now. Try again.');
    await database.changes.publish('credentials', '');
    say(
      context,
      `${admin.username} has a new password, and every session of that account has ended.`,
    );
    if (options.generate) say(context, `Password: ${password}`);
  } finally {
    await database.close();
  }
}

async function findAdmin({ prisma }: Database, username: string | undefined) {
  const admins = await prisma.admin.findMany({ orderBy: { username: 'asc' } });
  const [first] = admins;
  if (!first) throw new StartError('There is no administrator yet: start the server once.');
  if (username === undefined && admins.length === 1) return first;
  const found = admins.find((admin) => admin.username === username);
  if (found) return found;
  const names = admins.map((admin) => admin.username).join(', ');
  throw new StartError(`--username: has to be one of ${names}`);
}

async function choosePassword(context: CommandContext, isGenerated: boolean): Promise<string> {
  if (isGenerated) return randomToken().slice(0, GENERATED_LENGTH);
  const given = await readSecret(context, VARIABLE);
  if (given === undefined && !context.stdin.isTTY) {
    throw new StartError(
      `There is no terminal to ask at: set ${VARIABLE} or ${VARIABLE}_FILE, or use --generate.`,
    );
  }
  const password = given ?? (await askNewSecret(context, 'New password:'));
  if (password.length < MIN_LENGTH || password.length > MAX_LENGTH) {
    throw new StartError(`The password has to have ${MIN_LENGTH} to ${MAX_LENGTH} characters.`);
  }
  try {
    assertNotCommon(password);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new StartError('The password is among the 10,000 most common ones.', { cause: error });
  }
  return password;
}
