import type { ChosenFile } from '@satchel/multipart-uploader/drop';
import { showToast } from '@satchel/ui/feedback/toast-store';
import i18next from 'i18next';
import { client } from '#shared/api/client.ts';
import { plainName } from '#shared/format/plain-name.ts';
import { type ConflictChoice, createConflictAsker } from '#shared/tasks/conflicts.ts';
import { addActiveUploads, type UploadKey, uploadKeyOf } from '#shared/uploads/active-uploads.ts';
import { readPendingUploads } from '#shared/uploads/pending-uploads.ts';
import { childPath, directoryPath, nameOf, parentOf, plainPath } from '../../entry-path.ts';
import { StoredEntries } from '../../listing/stored-entries.ts';
import { isConflict } from '../../mutations.ts';
import { type ItemContext, type ItemEnd, startBatch } from '../batch/batch-task.ts';
import { type ExistingEntry, findExisting } from '../names/existing-entries.ts';
import { askAbout, type Conflicts, nextName } from '../names/place-files.ts';
import { mayReplaceIn, putInPlace } from '../names/put-in-place.ts';
import { type FileToSend, SEND_FILE } from './send-file.ts';
import { uploadMode } from './upload-mode.ts';

/** The engine has a queue of its own, in which small files overtake large ones. */
const FILES_AT_ONCE = 12;

const CHOICES: readonly ConflictChoice[] = ['overwrite', 'keep_both', 'skip'];

/**
 * Uploads files into a directory, each below the folder that it came in.
 *
 * @param emptyFolders folders that are made though nothing is in them, below the directory
 */
export function uploadInto(
  directory: string,
  files: readonly ChosenFile[],
  emptyFolders: readonly string[] = [],
): void {
  const target = plainPath(directory);
  const wanted = files.map(({ file, directory: below }) => ({
    file,
    path: childPath(below ? childPath(target, below) : target, file.name),
  }));
  const folders = emptyFolders.map((below) => childPath(target, below));
  const names = [...wanted, ...folders.map((path) => ({ path }))].map(({ path }) => nameOf(path));
  const [first] = names;
  if (first === undefined) return;
  const what = wanted.length > 0 ? 'title' : 'folders';
  const words = { count: wanted.length || folders.length, folder: nameOf(target) };
  const title = names.length === 1 ? first : i18next.t(`transfers:upload.${what}`, words);
  uploadFiles(title, target, wanted, folders);
}

/** Uploads files whose places are known, and makes folders. */
export function uploadFiles(
  title: string,
  directory: string,
  wanted: readonly FileToSend[],
  folders: readonly string[] = [],
): void {
  const upload = new EntryUpload(directory, wanted);
  const nameWithin = (path: string) => path.slice(directory.length).replace(/^\//, '');
  startBatch({
    kind: 'entry-upload',
    title,
    items: [
      ...wanted.map(({ file, path }) => {
        return { name: nameWithin(path), sizeBytes: file.size, file, path };
      }),
      ...folders.map((path) => ({ name: `${nameWithin(path)}/`, sizeBytes: 0, file: null, path })),
    ],
    concurrent: FILES_AT_ONCE,
    canPause: true,
    work: ({ file, path }, context, index) =>
      file ? upload.send(file, index, context) : upload.makeEmpty(path, context.signal),
    onEnd: () => upload.end(),
  });
}

const active = new Set<{ readonly key: UploadKey }>();
addActiveUploads(() => [...active].map(({ key }) => key));

/** While a file is on its way no tab offers to resume it. */
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

/** Target of a file; null if it is skipped. */
type UploadPlace = {
  readonly path: string;
  /** `wanted`: the name has to be free. `numbered`: another name, which has to be free, too. */
  readonly kind: 'wanted' | 'numbered' | 'replaces';
} | null;

/**
 * The files of one upload. Each is sent at once, on condition that its name is free; where it is not,
 * somebody is asked, while the others go on.
 */
class EntryUpload {
  readonly #directory: string;
  readonly #wanted: readonly FileToSend[];
  readonly #send = SEND_FILE[uploadMode.get()];
  readonly #places: UploadPlace[];
  /** Names that files of this upload have or will have. */
  readonly #taken: Set<string>;
  readonly #folders = new Map<string, Promise<unknown>>();
  readonly #stored: StoredEntries;
  readonly #conflicts: Conflicts = { choices: CHOICES, ask: createConflictAsker() };
  readonly #existing = new Map<string, ReturnType<typeof findExisting>>();
  /** Files whose names were taken, and were not when somebody was to be asked about them. */
  readonly #freedAgain = new Set<number>();
  #otherNames: string[] = [];

  constructor(directory: string, wanted: readonly FileToSend[]) {
    this.#directory = directory;
    this.#wanted = wanted;
    this.#stored = new StoredEntries(directory);
    this.#taken = new Set(wanted.map(({ path }) => path));
    const used = new Set<string>();
    this.#places = wanted.map(({ path }) => {
      // Two of one name in one drop both arrive.
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
    return 'completed';
  }

  end(): void {
    this.#stored.end();
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
    this.#stored.addFile({ path: shownAs, size: file.size, etag: sent.etag });
  }

  /** Makes a folder that came with the files, with those above it, before the first file goes into it. */
  async #makeFolder(path: string, signal: AbortSignal): Promise<void> {
    if (path === this.#directory) return;
    const body = { path: directoryPath(path) };
    await onceFor(path, this.#folders, () => client.fs.mkdir({ body }, { signal }));
  }

  /** Asks about a name that is taken, and finds the file's place by the answer. */
  async #askAbout(index: number, refusal: unknown, signal: AbortSignal): Promise<void> {
    const wanted = this.#wanted[index];
    if (!wanted) return;
    const { path, file } = wanted;
    const existing = await this.#findExisting(path, signal);
    if (!existing) {
      // Free again: the file is sent as it is, but not without end.
      if (this.#freedAgain.has(index)) throw refusal;
      this.#freedAgain.add(index);
      return;
    }
    const incoming = { path, size: file.size, modifiedMs: file.lastModified };
    const choice = await askAbout(incoming, existing, this.#conflicts, signal);
    if (choice === 'overwrite') this.#places[index] = { path, kind: 'replaces' };
    else this.#places[index] = choice === 'skip' ? null : this.#numbered(index);
  }

  /** Looks for all files of a directory at once: where one name is taken, others are. */
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

/** Does something once for a path; a failure is forgotten, so that another try does it again. */
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
 * The server may be set never to replace a file. Where somebody has said that it is to be replaced, and
 * may delete it, the new one takes its place all the same.
 *
 * @returns false where it keeps its name
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

/** The server may be set never to replace a file: then it has made up another name. */
function tellOtherNames(names: readonly string[]): void {
  const [name] = names;
  if (name === undefined) return;
  const words = { count: names.length, name: plainName(name) };
  showToast('info', i18next.t('transfers:upload.otherName', words));
}
