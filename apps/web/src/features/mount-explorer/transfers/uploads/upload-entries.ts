import { storedFileName, storedFolderPath } from '@satchel/api-client/contract/item-path';
import type { ChosenFile } from '@satchel/multipart-uploader/drop';
import { showToast } from '@satchel/ui/feedback/toast-store';
import i18next from 'i18next';
import { client } from '#shared/api/client.ts';
import { plainName } from '#shared/format/plain-name.ts';
import { type ConflictChoice, createConflictAsker } from '#shared/tasks/conflicts.ts';
import { addActiveUploads, type UploadKey, uploadKeyOf } from '#shared/uploads/active-uploads.ts';
import { sortFiles } from '#shared/uploads/choosing/sort-files.ts';
import { readPendingUploads } from '#shared/uploads/pending-uploads.ts';
import {
  childPath,
  childrenOf,
  directoryPath,
  nameOf,
  parentOf,
  plainPath,
} from '../../entry-path.ts';
import { StoredEntries } from '../../listing/stored-entries.ts';
import { isConflict } from '../../mutations.ts';
import { revealLater } from '../../views/revealed-entries.ts';
import { type ItemContext, type ItemEnd, startBatch } from '../batch/batch-task.ts';
import { tellFailure } from '../batch/tell-failure.ts';
import { deleteBefore } from '../delete-entries.ts';
import { type ExistingEntry, findExisting } from '../names/existing-entries.ts';
import { askAbout, type Conflicts, nextName } from '../names/place-files.ts';
import { mayReplaceIn, putInPlace } from '../names/put-in-place.ts';
import { type FileToSend, SEND_FILE } from './send-file.ts';
import { uploadMode } from './upload-mode.ts';

/** High, because the upload engine has its own queue, in which small files overtake large ones. */
const CONCURRENT_FILES = 12;

const CHOICES: readonly ConflictChoice[] = ['overwrite', 'keep_both', 'skip'];

/**
 * Uploads files into a directory, each into the subfolder that it came in.
 *
 * @param emptyFolders folders without files to create below the directory
 */
export function uploadInto(
  directory: string,
  files: readonly ChosenFile[],
  emptyFolders: readonly string[] = [],
): void {
  const target = plainPath(directory);
  // Mounts do not hold all names of folders, so two of a drop may become one folder.
  const folderOf = (below: string) => childPath(target, storedFolderPath(below));
  const wanted = sortFiles(files).map(({ file, directory: below }) => ({
    file,
    path: childPath(below ? folderOf(below) : target, storedFileName(file.name)),
  }));
  const folders = emptyFolders.map(folderOf);
  const names = [...wanted, ...folders.map((path) => ({ path }))].map(({ path }) => nameOf(path));
  const [first] = names;
  if (first === undefined) return;
  const what = wanted.length > 0 ? 'title' : 'folders';
  const words = { count: wanted.length || folders.length, folder: nameOf(target) };
  const title = names.length === 1 ? first : i18next.t(`transfers:upload.${what}`, words);
  uploadFiles(title, target, wanted, folders);
}

/** Uploads files to known paths, and creates folders. */
export function uploadFiles(
  title: string,
  directory: string,
  wanted: readonly FileToSend[],
  folders: readonly string[] = [],
): void {
  const upload = new EntryUpload(directory, wanted);
  const nameWithin = (path: string) => path.slice(directory.length).replace(/^\//, '');
  const id = startBatch({
    kind: 'entry-upload',
    title,
    directory,
    items: [
      ...wanted.map(({ file, path }) => {
        return { name: nameWithin(path), sizeBytes: file.size, file, path };
      }),
      ...folders.map((path) => ({ name: `${nameWithin(path)}/`, sizeBytes: 0, file: null, path })),
    ],
    concurrent: CONCURRENT_FILES,
    canPause: true,
    prepare: () => deleteBefore([...wanted.map(({ path }) => path), ...folders]),
    work: ({ file, path }, context, index) =>
      file ? upload.send(file, index, context) : upload.makeEmpty(path, context.signal),
    onEnd() {
      tellFailure(id);
      upload.end();
    },
  });
}

const active = new Set<{ readonly key: UploadKey }>();
addActiveUploads(() => [...active].map(({ key }) => key));

/** Marks a file as active, so that no tab offers to resume its upload. */
async function whileActive<Result>(
  { file: { size, lastModified }, path }: FileToSend,
  send: () => Promise<Result>,
): Promise<Result> {
  const target = { directory: directoryPath(parentOf(path)) };
  const own = { key: uploadKeyOf({ name: nameOf(path), size, lastModified }, target) };
  active.add(own);
  try {
    return await send();
  } finally {
    active.delete(own);
  }
}

/** Target of a file; null if the user skips it. */
type UploadPlace = {
  readonly path: string;
  /** `wanted`: the name must be free. `numbered`: another name, which must be free, too. */
  readonly kind: 'wanted' | 'numbered' | 'replaces';
} | null;

/**
 * The files of one upload. Each is sent without a check, on condition that its name is free. If it is taken,
 * the user is asked while the other files continue.
 */
class EntryUpload {
  readonly #directory: string;
  readonly #reveal = revealLater();
  /** Paths of the files and folders that this upload has stored. */
  readonly #results: string[] = [];
  readonly #wanted: readonly FileToSend[];
  readonly #send = SEND_FILE[uploadMode.get()];
  readonly #places: UploadPlace[];
  /** Names that files of this upload have or will get. */
  readonly #taken: Set<string>;
  readonly #folders = new Map<string, Promise<unknown>>();
  readonly #stored: StoredEntries;
  readonly #conflicts: Conflicts = { choices: CHOICES, ask: createConflictAsker() };
  readonly #existing = new Map<string, ReturnType<typeof findExisting>>();
  /** Files whose names were taken, but were free again when the user was to be asked. */
  readonly #freedAgain = new Set<number>();
  #otherNames: string[] = [];

  constructor(directory: string, wanted: readonly FileToSend[]) {
    this.#directory = directory;
    this.#wanted = wanted;
    this.#stored = new StoredEntries(directory);
    this.#taken = new Set(wanted.map(({ path }) => path));
    const used = new Set<string>();
    this.#places = wanted.map(({ path }) => {
      // Two files of the same name in one drop both arrive.
      if (used.has(path)) return { path: nextName(path, this.#taken), kind: 'numbered' };
      used.add(path);
      return { path, kind: 'wanted' };
    });
  }

  async send(file: File, index: number, context: ItemContext): Promise<ItemEnd> {
    for (;;) {
      const place = this.#places[index];
      if (!place) return 'skipped';
      try {
        await this.#store(file, place, context);
        return 'completed';
      } catch (error) {
        if (!isConflict(error) || place.kind === 'replaces') throw error;
        if (place.kind === 'wanted') return { until: this.#askAbout(index, error, context.signal) };
        this.#places[index] = this.#numbered(index);
      }
    }
  }

  async makeEmpty(path: string, signal: AbortSignal): Promise<ItemEnd> {
    await this.#makeFolder(path, signal);
    this.#stored.addFolder(path);
    this.#results.push(directoryPath(path));
    return 'completed';
  }

  end(): void {
    this.#stored.end();
    this.#reveal(childrenOf(this.#directory, this.#results));
    tellOtherNames(this.#otherNames);
    this.#otherNames = [];
    void readPendingUploads();
  }

  async #store(file: File, place: NonNullable<UploadPlace>, context: ItemContext): Promise<void> {
    const { path, kind } = place;
    const directory = parentOf(path);
    await this.#makeFolder(directory, context.signal);
    const toSend = { file, path, isNew: kind !== 'replaces' };
    const sent = await whileActive(toSend, () => this.#send(toSend, context));
    const storedAs = childPath(directory, sent.fileName);
    const isInPlace = storedAs === path || (await replaceBy(storedAs, place, context.signal));
    if (!isInPlace) this.#otherNames.push(sent.fileName);
    const shownAs = isInPlace ? path : storedAs;
    this.#results.push(shownAs);
    this.#stored.addFile({ path: shownAs, size: file.size, etag: sent.etag });
  }

  /** Creates a folder of the upload, and those above it, before its first file is sent. */
  async #makeFolder(path: string, signal: AbortSignal): Promise<void> {
    if (path === this.#directory) return;
    const body = { path: directoryPath(path) };
    await onceFor(path, this.#folders, () => client.fs.mkdir({ body }, { signal }));
  }

  /** Asks the user about a taken name, and sets the file's target by the answer. */
  async #askAbout(index: number, refusal: unknown, signal: AbortSignal): Promise<void> {
    const wanted = this.#wanted[index];
    if (!wanted) return;
    const { path, file } = wanted;
    const existing = await this.#findExisting(path, signal);
    if (!existing) {
      // The name is free again, so the file is sent once more. A second refusal is an error.
      if (this.#freedAgain.has(index)) throw refusal;
      this.#freedAgain.add(index);
      return;
    }
    const incoming = { path, size: file.size, modifiedMs: file.lastModified };
    const choice = await askAbout(incoming, existing, this.#conflicts, signal);
    if (choice === 'overwrite') this.#places[index] = { path, kind: 'replaces' };
    else this.#places[index] = choice === 'skip' ? null : this.#numbered(index);
  }

  /** Checks all files of the directory together, because after one taken name more are likely. */
  async #findExisting(path: string, signal: AbortSignal): Promise<ExistingEntry | undefined> {
    const directory = parentOf(path);
    const existing = await onceFor(directory, this.#existing, () => {
      const paths = this.#wanted.map((each) => each.path);
      return findExisting(
        paths.filter((each) => parentOf(each) === directory),
        signal,
      );
    });
    return existing.get(path) ?? (await findExisting([path], signal)).get(path);
  }

  #numbered(index: number): UploadPlace {
    const path = this.#wanted[index]?.path ?? '';
    return { path: nextName(path, this.#taken), kind: 'numbered' };
  }
}

/** Runs a function once per path. A failure is not cached, so that the next call runs it again. */
function onceFor<Result>(
  path: string,
  begun: Map<string, Promise<Result>>,
  begin: () => Promise<Result>,
): Promise<Result> {
  const known = begun.get(path);
  if (known) return known;
  const result = begin();
  begun.set(path, result);
  result.catch(() => begun.delete(path));
  return result;
}

/**
 * Replaces a file although the server is configured to keep existing files. Deletes the old file and renames
 * the new one, if the user chose to replace it and may delete.
 *
 * @returns false if the new file keeps its other name
 */
async function replaceBy(
  storedAs: string,
  { path, kind }: NonNullable<UploadPlace>,
  signal: AbortSignal,
): Promise<boolean> {
  if (kind !== 'replaces' || !mayReplaceIn(parentOf(path))) return false;
  await putInPlace(storedAs, path, signal);
  return true;
}

/** Shows the names that a server that never replaces files has chosen instead. */
function tellOtherNames(names: readonly string[]): void {
  const [name] = names;
  if (name === undefined) return;
  const words = { count: names.length, name: plainName(name) };
  showToast('info', i18next.t('transfers:upload.otherName', words));
}
