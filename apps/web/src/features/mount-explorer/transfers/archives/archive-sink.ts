import { saveFile } from '#shared/browser/save-file.ts';

/** Destination of an archive. */
export interface ArchiveSink {
  readonly writable: WritableStream<Uint8Array>;
  /** Hands the complete archive to the user. */
  save(): Promise<void>;
  /** Removes the partial archive. */
  discard(): Promise<void>;
}

/** Limit for browsers that cannot write to the disk and hold the archive in memory. */
export const WITHOUT_DISK_MAX_BYTES = 2 * 1024 ** 3;

interface SaveFilePicker {
  showSaveFilePicker?: (options: {
    suggestedName: string;
    types: { accept: Record<string, string[]> }[];
  }) => Promise<FileSystemFileHandle & { remove?: () => Promise<void> }>;
}

/**
 * Whether archives are written to the disk as they arrive. Other browsers hold them in memory until they are
 * complete.
 */
export function canWriteToDisk(): boolean {
  return (window as SaveFilePicker).showSaveFilePicker !== undefined;
}

/**
 * Asks the user for the target file. Browsers allow this only directly after a click.
 *
 * @returns null if the user cancels
 */
export async function openSink(fileName: string): Promise<ArchiveSink | null> {
  const pick = (window as SaveFilePicker).showSaveFilePicker;
  if (!pick) return heldSink(fileName);
  try {
    const types = [{ accept: { 'application/zip': ['.zip'] } }];
    const handle = await pick.call(window, { suggestedName: fileName, types });
    return {
      // The browser replaces an existing file only when the stream closes.
      writable: await handle.createWritable(),
      async save() {},
      // Removes the empty file that the browser has created.
      discard: async () => handle.remove?.().catch(() => {}),
    };
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return null;
    throw error;
  }
}

function heldSink(fileName: string): ArchiveSink {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  // Browsers move large blobs to the disk, chunk by chunk.
  const blob = new Response(readable).blob();
  blob.catch(() => {});
  return {
    writable,
    async save() {
      saveFile(new Blob([await blob], { type: 'application/zip' }), fileName);
    },
    async discard() {},
  };
}
