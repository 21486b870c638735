import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { createServerClient } from '../session/connect.ts';
import { findServer, readServers, writeServers } from '../session/servers.ts';
import { note } from '../terminal/output.ts';
import { addExamples, type GlobalOptions } from './add-examples.ts';

export function addLogoutCommand(program: Command, context: Context): void {
  const command = program
    .command('logout')
    .description(context.say('logout_description'))
    .action((_options, self: Command) => logOut(context, self.optsWithGlobals<GlobalOptions>()));
  addExamples(command, context, ['satchel logout', 'satchel logout --server share.example.org']);
}

async function logOut(context: Context, { server: named }: GlobalOptions): Promise<void> {
  // Ignores the key of the environment, because the command cannot delete it.
  const env = { ...context.env, SATCHEL_KEY: undefined };
  const server = await findServer({ ...context, env }, named);
  if (server.credential.kind === 'admin') {
    // Ignores errors of the server, because the token is deleted here in any case.
    await createServerClient(context, server)
      .sessions.logout()
      .catch(() => undefined);
  }
  const { current, servers } = await readServers(context);
  const { [server.url]: _forgotten, ...others } = servers;
  await writeServers(context, {
    servers: others,
    ...(current !== undefined && current !== server.url && { current }),
  });
  note(context, 'logged_out', { url: server.url });
}
