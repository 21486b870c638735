import type { CommanderError } from 'commander';
import type { Context } from './context.ts';
import type { MessageName } from './messages.ts';

/**
 * Explains an invalid command line. The parser has only English messages, so its codes are translated here.
 * Its hints, such as "Did you mean", stay English.
 */
export function explainUsage({ language, say }: Context, error: CommanderError): string {
  const english = error.message.replace(/^error: /, '');
  const name = NAMES[error.code];
  const [, subject = ''] = /'([^']*)'/.exec(english) ?? [];
  const [, hint = ''] = /\n(.*)/s.exec(english) ?? [];
  const text = language === 'en' || name === undefined ? english : say(name, { subject }) + hint;
  return `${text}\n${say('help_hint')}`;
}

const NAMES: Readonly<Record<string, MessageName>> = {
  'commander.unknownOption': 'unknown_option',
  'commander.unknownCommand': 'unknown_command',
  'commander.missingArgument': 'argument_missing',
  'commander.optionMissingArgument': 'option_argument_missing',
  'commander.excessArguments': 'too_many_arguments',
};
