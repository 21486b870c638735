/**
 * A file, and the folder that contained it.
 *
 * @example
 * const chosen: ChosenFile = { file, directory: 'photos/rome' };
 */
export interface ChosenFile {
  readonly file: File;
  /** Path of the folder, `''` for a single file. */
  readonly directory: string;
}

/**
 * Files and folders of a drop.
 *
 * @example
 * const { files, unreadable }: Dropped = await readDrop(event.dataTransfer);
 */
export interface Dropped {
  /** In the order of the drop; files of a folder in the browser's order. */
  readonly files: readonly ChosenFile[];
  /** Paths of empty folders, such as `photos/none`. */
  readonly emptyFolders: readonly string[];
  /** Paths of files and folders that the browser could not read. */
  readonly unreadable: readonly string[];
}

/**
 * A dropped item; the browser's `DataTransferItem` is compatible.
 *
 * @example
 * const files = Array.from(event.dataTransfer.items, (item: DroppedItem) => item.getAsFile());
 */
export interface DroppedItem {
  getAsFile(): File | null;
  webkitGetAsEntry(): DroppedEntry | null;
}

/**
 * A file or folder of a drop; the browser's `FileSystemEntry` is compatible.
 *
 * @example
 * const isFolder = (entry: DroppedEntry | null) => entry?.isDirectory === true;
 */
export interface DroppedEntry {
  readonly name: string;
  readonly isDirectory: boolean;
}

/** The members of `FileSystemFileEntry` used here, so that this compiles without the DOM's types. */
interface FileEntry extends DroppedEntry {
  file(resolve: (file: File) => void, reject: (error: unknown) => void): void;
}

/** The members of `FileSystemDirectoryEntry` used here. */
interface FolderEntry extends DroppedEntry {
  createReader(): {
    readEntries(
      resolve: (entries: readonly DroppedEntry[]) => void,
      reject: (error: unknown) => void,
    ): void;
  };
}

const NOTHING: Dropped = { files: [], emptyFolders: [], unreadable: [] };

/**
 * Reads dropped or pasted files and folders, including everything below the folders. An entry that the
 * browser cannot read is reported and does not stop the others. Never rejects.
 *
 * @param transfer of the event; call this before any `await`, because browsers empty it then
 *
 * @example
 * async function onDrop(event) {
 *   event.preventDefault();
 *   const { files, unreadable } = await readDrop(event.dataTransfer);
 *   for (const { file, directory } of files) uploader.add(file, { destination: directory });
 *   if (unreadable.length > 0) alert(`Not readable: ${unreadable.join(', ')}`);
 * }
 */
export async function readDrop(transfer: {
  readonly items: ArrayLike<DroppedItem>;
}): Promise<Dropped> {
  const items = Array.from(transfer.items);
  const entries = items.map((item) => item.webkitGetAsEntry());
  // Reads a drop without folders as plain files, because pages of `file:` cannot read entries.
  const isPlain = !entries.some((entry) => entry?.isDirectory);
  const reads = items.map(async (item, index): Promise<Dropped> => {
    const entry = entries[index];
    if (entry && !isPlain) return readBelow(entry, '');
    const file = item.getAsFile();
    return file === null ? NOTHING : { ...NOTHING, files: [{ file, directory: '' }] };
  });
  return joined(await Promise.all(reads));
}

/**
 * Files of an `<input type="file">`, with their folders if it has `webkitdirectory`.
 *
 * @param files `input.files`
 *
 * @example
 * for (const { file, directory } of filesOfInput(input.files)) console.log(directory, file.name);
 */
export function filesOfInput(files: Iterable<File>): ChosenFile[] {
  return Array.from(files, (file) => ({ file, directory: directoryOf(file) }));
}

async function readBelow(entry: DroppedEntry, directory: string): Promise<Dropped> {
  const path = directory ? `${directory}/${entry.name}` : entry.name;
  try {
    if (!entry.isDirectory) {
      const file = await fileOf(entry as FileEntry);
      return { ...NOTHING, files: [{ file, directory }] };
    }
    const children = await childrenOf(entry as FolderEntry);
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

function fileOf(entry: FileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

async function childrenOf(entry: FolderEntry): Promise<readonly DroppedEntry[]> {
  const reader = entry.createReader();
  const children: DroppedEntry[] = [];
  // Chromium's reader returns at most 100 entries at a time.
  for (;;) {
    const batch = await new Promise<readonly DroppedEntry[]>((resolve, reject) => {
      reader.readEntries(resolve, reject);
    });
    if (batch.length === 0) return children;
    children.push(...batch);
  }
}

/** `webkitRelativePath` is missing outside of browsers. */
function directoryOf(file: File): string {
  const { webkitRelativePath = '' } = file as File & { readonly webkitRelativePath?: string };
  const end = webkitRelativePath.lastIndexOf('/');
  return end < 0 ? '' : webkitRelativePath.slice(0, end);
}
