/** A file and the folder it came in, '' for none. */
export interface ChosenFile {
  readonly file: File;
  readonly directory: string;
}

export function filesOfInput(files: FileList): ChosenFile[] {
  return [...files].map((file) => ({ file, directory: directoryOf(file.webkitRelativePath) }));
}

/** Files and folders of a drop. */
export interface Dropped {
  readonly files: readonly ChosenFile[];
  /** Paths of folders with nothing in them, such as `photos/none`. */
  readonly emptyFolders: readonly string[];
  /** Paths of files and folders that the browser could not read. */
  readonly unreadable: readonly string[];
}

const NOTHING: Dropped = { files: [], emptyFolders: [], unreadable: [] };

/** Reads dropped files and folders. An entry that cannot be read is reported and does not stop the others. */
export async function readDrop(transfer: DataTransfer): Promise<Dropped> {
  // The browser empties the list after the event, so the entries are read before anything is awaited.
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry());
  const plain = [...transfer.files];
  if (!entries.some((entry) => entry?.isDirectory)) {
    return { ...NOTHING, files: plain.map((file) => ({ file, directory: '' })) };
  }
  const known = entries.filter((entry) => entry !== null);
  return joined(await Promise.all(known.map((entry) => readBelow(entry, ''))));
}

async function readBelow(entry: FileSystemEntry, directory: string): Promise<Dropped> {
  const path = directory ? `${directory}/${entry.name}` : entry.name;
  try {
    if (entry.isFile) {
      const file = await fileOf(entry as FileSystemFileEntry);
      return { ...NOTHING, files: [{ file, directory }] };
    }
    const children = await childrenOf(entry as FileSystemDirectoryEntry);
    if (children.length === 0) return { ...NOTHING, emptyFolders: [path] };
    return joined(await Promise.all(children.map((child) => readBelow(child, path))));
  } catch {
    return { ...NOTHING, unreadable: [path] };
  }
}

function joined(found: readonly Dropped[]): Dropped {
  return {
    files: found.flatMap(({ files }) => files),
    emptyFolders: found.flatMap(({ emptyFolders }) => emptyFolders),
    unreadable: found.flatMap(({ unreadable }) => unreadable),
  };
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

async function childrenOf(entry: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = entry.createReader();
  const children: FileSystemEntry[] = [];
  // Chromium's reader returns at most 100 entries at a time.
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) => {
      reader.readEntries(resolve, reject);
    });
    if (batch.length === 0) return children;
    children.push(...batch);
  }
}

function directoryOf(relativePath: string): string {
  const end = relativePath.lastIndexOf('/');
  return end < 0 ? '' : relativePath.slice(0, end);
}
