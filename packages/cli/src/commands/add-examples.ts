import type { Command } from 'commander';
import type { Context } from '../context.ts';

/** Global options, which every command accepts. */
export interface GlobalOptions {
  readonly server?: string;
}

/** Adds examples to the end of a command's help. */
export function addExamples(
  command: Command,
  { say }: Context,
  examples: readonly string[],
): Command {
  const lines = examples.map((example) => `  $ ${example}`);
  return command.addHelpText('after', ['', say('title_examples'), ...lines].join('\n'));
}
