import type { Command } from 'commander';
import { CommandError } from '../command-error.ts';
import type { Context } from '../context.ts';
import { findServer } from '../session/servers.ts';
import { printLine } from '../terminal/output.ts';
import { obscure } from '../transfer/rclone-obscure.ts';
import { addExamples, type GlobalOptions } from './add-examples.ts';

interface Options extends GlobalOptions {
  readonly rcloneConfig?: true;
}

export function addMountCommand(program: Command, context: Context): void {
  const command = program
    .command('mount')
    .description(context.say('mount_description'))
    .option('--rclone-config', context.say('option_rclone_config'))
    .action((_options, self: Command) => tellHowToMount(context, self.optsWithGlobals<Options>()));
  addExamples(command, context, [
    'satchel mount',
    'satchel mount --rclone-config >> ~/.config/rclone/rclone.conf',
  ]);
}

async function tellHowToMount(context: Context, options: Options): Promise<void> {
  const { url, credential } = await findServer(context, options.server);
  // A token is not a password, and the program does not store the names and passwords of administrators.
  if (credential.kind === 'admin') throw new CommandError('mount_needs_key');
  const address = `${url}/dav`;
  const lines = options.rcloneConfig
    ? rcloneSection(address, credential.key)
    : commandsFor(context, address, credential.key);
  for (const line of lines) await printLine(context, line);
}

/** A section of `rclone.conf`. */
function rcloneSection(address: string, key: string): readonly string[] {
  return [
    '[satchel]',
    'type = webdav',
    `url = ${address}`,
    'vendor = other',
    `user = ${key}`,
    `pass = ${obscure(key)}`,
  ];
}

function commandsFor({ say }: Context, address: string, key: string): readonly string[] {
  return [
    say('mount_address', { address }),
    ...say('mount_credential', { key }).split('\n'),
    '',
    'rclone (Linux, macOS, Windows)',
    '  satchel mount --rclone-config >> ~/.config/rclone/rclone.conf',
    '  rclone mount satchel: ~/Satchel --vfs-cache-mode writes',
    '',
    'davfs2 (Linux)',
    `  sudo mount -t davfs -o username=${key},uid=$(id -u) ${address} /mnt/satchel`,
    '',
    'Finder (macOS)',
    `  osascript -e 'mount volume "${address}" as user name "${key}" with password "${key}"'`,
    '',
    'Explorer (Windows)',
    `  net use S: ${address} /user:${key} ${key}`,
  ];
}
