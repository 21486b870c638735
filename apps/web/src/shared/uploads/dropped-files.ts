/** A file and the folder it came in, '' for none. */
export interface ChosenFile {
  readonly file: File;
  readonly directory: string;
}

export function filesOfInput(files: FileList): ChosenFile[] {
  return [...files].map((file) => ({ file, directory: directoryOf(file.webkitRelativePath) }));
}

/** What was dropped. */
export interface Dropped {
  readonly files: readonly ChosenFile[];
  /** Folders with nothing in them, with those that they are in: `photos/none`. */
  readonly emptyFolders: readonly string[];
}

/** Dropped files, and those in dropped folders. */
export async function filesOfDrop(transfer: DataTransfer): Promise<readonly ChosenFile[]> {
  return (await readDrop(transfer)).files;
}

/** The same with the folders that have no files. */
export async function readDrop(transfer: DataTransfer): Promise<Dropped> {
  // The browser empties the list after the event, so the entries are read before anything is awaited.
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry());
  const plain = [...transfer.files];
  if (!entries.some((entry) => entry?.isDirectory)) {
    return { files: plain.map((file) => ({ file, directory: '' })), emptyFolders: [] };
  }
  const files: ChosenFile[] = [];
  const emptyFolders: string[] = [];
  for (const entry of entries) if (entry) await addBelow(entry, '');
  return { files, emptyFolders };

  async function addBelow(entry: FileSystemEntry, directory: string): Promise<void> {
    if (entry.isFile) {
      files.push({ file: await fileOf(entry as FileSystemFileEntry), directory });
      return;
    }
    const below = directory ? `${directory}/${entry.name}` : entry.name;
    const children = await childrenOf(entry as FileSystemDirectoryEntry);
    if (children.length === 0) emptyFolders.push(below);
    for (const child of children) await addBelow(child, below);
  }
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
