import i18next from 'i18next';
import { client } from '#shared/api/client.ts';
import { sentenceOf } from '#shared/errors/sentence-of.ts';
import { startBatch } from '../batch/batch-task.ts';
import type { ArchiveSink } from './archive-sink.ts';
import type { PackedFile } from './packed-files.ts';
import { createPacker, type Packer } from './packer.ts';

/** Downloads files as one archive. It omits files that fail, and lists them in a text within the archive. */
export function packFiles(fileName: string, files: readonly PackedFile[], sink: ArchiveSink): void {
  let packer: Packer | null = null;
  let isBroken = false;
  let isWhole = false;
  const failures: string[] = [];
  startBatch({
    kind: 'download',
    title: fileName,
    items: files,
    // An archive is written one file after another.
    concurrent: 1,
    canRetry: false,
    async prepare(signal) {
      packer = createPacker(sink.writable, signal);
      packer.broken.catch(() => {
        isBroken = true;
      });
    },
    async work({ path, name, modified, isFolder }, context) {
      const entry = { name, lastModified: new Date(modified) };
      try {
        // Stops reading when the target can no longer be written.
        if (isBroken) await packer?.broken;
        if (isFolder) await packer?.add(entry);
        else {
          const { signal, onBytes: onProgress } = context;
          const { bytes } = await client.fs.read(path, { signal, onProgress });
          await addFile(packer, entry, bytes);
        }
        return 'completed';
      } catch (error) {
        failures.push(`${name}: ${sentenceOf(error)}`);
        throw error;
      }
    },
    async finish() {
      if (failures.length > 0) {
        const name = i18next.t('transfers:pack.failuresName');
        const input = `${i18next.t('transfers:pack.failures')}\n\n${failures.join('\n')}\n`;
        await packer?.add({ name, lastModified: new Date(), input });
      }
      await packer?.end();
      await sink.save();
      isWhole = true;
    },
    onEnd: () => (isWhole ? undefined : sink.discard()),
  });
}

/** Adds a file. If reading fails midway, its entry ends there and the archive stays valid. */
async function addFile(
  packer: Packer | null,
  entry: Parameters<Packer['add']>[0],
  bytes: AsyncGenerator<Uint8Array<ArrayBuffer>>,
): Promise<void> {
  let failure: { readonly error: unknown } | null = null;
  async function* untilItFails() {
    try {
      yield* bytes;
    } catch (error) {
      failure = { error };
    }
  }
  await packer?.add({ ...entry, input: untilItFails() });
  const failed = failure as { readonly error: unknown } | null;
  if (failed) throw failed.error;
}
