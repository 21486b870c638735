import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { connect } from '../session/connect.ts';
import { printJson, printLine } from '../terminal/output.ts';
import { addExamples, type GlobalOptions } from './add-examples.ts';

export function addWhoamiCommand(program: Command, context: Context): void {
  const command = program
    .command('whoami')
    .description(context.say('whoami_description'))
    .option('--json', context.say('option_json'))
    .action((_options, self: Command) =>
      tellWhoIAm(context, self.optsWithGlobals<GlobalOptions & { json?: true }>()),
    );
  addExamples(command, context, ['satchel whoami', 'satchel whoami --json']);
}

async function tellWhoIAm(
  context: Context,
  options: GlobalOptions & { readonly json?: true },
): Promise<void> {
  const { client, server } = await connect(context, options.server);
  const reply = await client.sessions.checkApiKey({}, { signal: context.signal });
  if (options.json) return printJson(context, { server: server.url, ...reply });
  const rights = Object.entries(reply.permissions).flatMap(([name, has]) => (has ? [name] : []));
  const lines = [
    ['whoami_server', server.url],
    ['whoami_name', reply.name],
    ['whoami_path', reply.basic_path],
    ['whoami_rights', reply.is_admin ? context.say('whoami_admin') : rights.join(', ') || '-'],
  ] as const;
  for (const [name, value] of lines) await printLine(context, `${context.say(name)} ${value}`);
}
