import { saveFile } from '#shared/browser/save-file.ts';

/** Destination of an archive. */
export interface ArchiveSink {
  readonly writable: WritableStream<Uint8Array>;
  /** Gives it to the visitor, once it is whole. */
  save(): Promise<void>;
  /** Removes what is there of it. */
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

/** Whether archives are written to the disk as they come; else the browser holds them until they are whole. */
export function canWriteToDisk(): boolean {
  return (window as SaveFilePicker).showSaveFilePicker !== undefined;
}

/**
 * Asks where the archive is to be saved. Only right after a click.
 *
 * @returns null where nobody wants to save it
 */
export async function openSink(fileName: string): Promise<ArchiveSink | null> {
  const pick = (window as SaveFilePicker).showSaveFilePicker;
  if (!pick) return heldSink(fileName);
  try {
    const types = [{ accept: { 'application/zip': ['.zip'] } }];
    const handle = await pick.call(window, { suggestedName: fileName, types });
    return {
      // An existing file stays as it is until the archive is complete.
      writable: await handle.createWritable(),
      async save() {},
      // The browser has made an empty file.
      discard: async () => handle.remove?.().catch(() => {}),
    };
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return null;
    throw error;
  }
}

function heldSink(fileName: string): ArchiveSink {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  // Browsers write large blobs to the disk, chunk by chunk.
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
