/** A file and the folder it came in, '' for none. */
export interface ChosenFile {
  readonly file: File;
  readonly directory: string;
}

export function filesOfInput(files: FileList): ChosenFile[] {
  return [...files].map((file) => ({ file, directory: directoryOf(file.webkitRelativePath) }));
}

/** Dropped files, and those in dropped folders. */
export async function filesOfDrop(transfer: DataTransfer): Promise<ChosenFile[]> {
  // The browser empties the list after the event, so the entries are read before anything is awaited.
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry());
  const plain = [...transfer.files];
  if (!entries.some((entry) => entry?.isDirectory)) {
    return plain.map((file) => ({ file, directory: '' }));
  }
  const found = await Promise.all(
    entries.map((entry) => (entry ? filesBelow(entry, '') : Promise.resolve([]))),
  );
  return found.flat();
}

async function filesBelow(entry: FileSystemEntry, directory: string): Promise<ChosenFile[]> {
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => {
      (entry as FileSystemFileEntry).file(resolve, reject);
    });
    return [{ file, directory }];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const below = directory ? `${directory}/${entry.name}` : entry.name;
  const children: ChosenFile[] = [];
  // Chromium's reader returns at most 100 entries at a time.
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) => {
      reader.readEntries(resolve, reject);
    });
    if (batch.length === 0) return children;
    for (const child of batch) children.push(...(await filesBelow(child, below)));
  }
}

function directoryOf(relativePath: string): string {
  const end = relativePath.lastIndexOf('/');
  return end < 0 ? '' : relativePath.slice(0, end);
}
