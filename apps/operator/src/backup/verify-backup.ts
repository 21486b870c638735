import type { Manifest } from '../archive/manifest.ts';
import { openArchive, readArchive } from '../archive/read-archive.ts';
import { type CommandContext, say } from '../context.ts';
import { findPassphrase } from '../secret-input.ts';

export async function verifyBackup(context: CommandContext, file: string): Promise<void> {
  let manifest: Manifest | undefined;
  let entries = 0;
  let bytes = 0;
  await readArchive(
    openArchive(context, file),
    () => findPassphrase(context, 'known'),
    {
      async onManifest(read) {
        manifest = read;
      },
      async onEntry({ size }) {
        entries += 1;
        bytes += size;
      },
    },
    context.signal,
  );
  say(context, `The backup of ${manifest?.createdAt} is whole: ${entries} parts, ${bytes} bytes.`);
}
