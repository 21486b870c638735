import type { Command } from 'commander';
import type { Context } from '../context.ts';

/** Options of the program itself, which every command takes. */
export interface GlobalOptions {
  readonly server?: string;
}

/** Ends the help of a command with examples. */
export function addExamples(
  command: Command,
  { say }: Context,
  examples: readonly string[],
): Command {
  const lines = examples.map((example) => `  $ ${example}`);
  return command.addHelpText('after', ['', say('title_examples'), ...lines].join('\n'));
}
