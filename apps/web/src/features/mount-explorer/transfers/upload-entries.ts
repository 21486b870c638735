import { showToast } from '@satchel/ui/toast-store';
import i18next from 'i18next';
import { client } from '#shared/api/client.ts';
import { plainName } from '#shared/format/plain-name.ts';
import { askAboutConflict, type ConflictChoice } from '#shared/tasks/conflicts.ts';
import type { ChosenFile } from '#shared/uploads/dropped-files.ts';
import { childPath, directoryPath, nameOf, parentOf, plainPath } from '../entry-path.ts';
import { isConflict } from '../is-conflict.ts';
import { uploadKeyOf, whileUploading } from './active-uploads.ts';
import { startBatch } from './batch-task.ts';
import { findExisting } from './existing-entries.ts';
import { readPendingUploads } from './pending-uploads.ts';
import { type Place, placeFiles } from './place-files.ts';
import { mayReplaceIn, putInPlace } from './put-in-place.ts';
import { readDirectoriesAgain } from './read-directories.ts';
import { type FileToSend, SEND_FILE } from './send-file.ts';
import { uploadMode } from './upload-mode.ts';

export type DroppedFile = ChosenFile;

/** The engine has a queue of its own, in which small files overtake large ones. */
const FILES_AT_ONCE = 12;

export interface UploadOptions {
  /** Choice for a name that is taken. */
  readonly conflict: 'ask' | ConflictChoice;
  /** Folders that are made though nothing is in them, below the directory. */
  readonly emptyFolders?: readonly string[];
}

/** Uploads files into a directory, each below the folder that it came in. */
export function uploadInto(
  directory: string,
  files: readonly DroppedFile[],
  { conflict, emptyFolders = [] }: UploadOptions,
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
  uploadFiles(title, target, wanted, conflict, folders);
}

/** Uploads files whose places are known, and makes folders. */
export function uploadFiles(
  title: string,
  directory: string,
  wanted: readonly FileToSend[],
  conflict: 'ask' | ConflictChoice,
  folders: readonly string[] = [],
): void {
  const send = SEND_FILE[uploadMode.get()];
  let places: Place[] | null = null;
  const otherNames: string[] = [];
  const nameWithin = (path: string) =>
    plainPath(path).slice(plainPath(directory).length).replace(/^\//, '');
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
    async prepare(signal) {
      // Asked once; what is tried again has its place.
      places ??= await placeUploads(wanted, conflict, signal);
      await makeFolders(directory, places, signal);
    },
    async work({ file, path }, context, index) {
      if (!file) {
        await makeFolder(path, context.signal);
        return 'completed';
      }
      for (;;) {
        const place = places?.[index];
        if (!places || !place) return 'skipped';
        const toSend = { file, path: place.path, isNew: !place.replaces };
        const key = uploadKeyOf(place.path, file);
        try {
          const name = await whileUploading(key, () => send(toSend, context));
          if (name !== nameOf(place.path) && !(await replaceBy(name, place, context.signal))) {
            otherNames.push(name);
          }
          void readDirectoriesAgain();
          return 'completed';
        } catch (error) {
          if (!isConflict(error) || place.replaces) throw error;
          // Somebody has stored the name since it was looked for: the next free one, or a question.
          const choice = place.path === path ? conflict : 'keep_both';
          const [next] = await placeUploads([{ file, path }], choice, context.signal);
          places[index] = next ?? null;
        }
      }
    },
    onEnd() {
      tellOtherNames(otherNames.splice(0));
      void readDirectoriesAgain();
      readPendingUploads();
    },
  });
}

/**
 * The server may be set never to replace a file. Where somebody has said that it is to be replaced, and
 * may delete it, the new one takes its place all the same.
 */
async function replaceBy(
  name: string,
  { path, replaces }: NonNullable<Place>,
  signal: AbortSignal,
): Promise<boolean> {
  const directory = parentOf(path);
  if (!replaces || !mayReplaceIn(directory)) return false;
  await putInPlace(childPath(directory, name), path, signal);
  return true;
}

function placeUploads(
  wanted: readonly FileToSend[],
  conflict: 'ask' | ConflictChoice,
  signal: AbortSignal,
): Promise<Place[]> {
  const choices = ['overwrite', 'keep_both', 'skip'] as const;
  return placeFiles(
    wanted.map(({ path, file }) => ({ path, size: file.size, modifiedMs: file.lastModified })),
    { conflict, choices, findExisting, ask: askAboutConflict },
    signal,
  );
}

/** Makes the folders that come with the files, with those above them; not the one they are put into. */
async function makeFolders(
  directory: string,
  places: readonly Place[],
  signal: AbortSignal,
): Promise<void> {
  const folders = new Set(places.flatMap((place) => (place ? [parentOf(place.path)] : [])));
  folders.delete(directory);
  for (const folder of folders) await makeFolder(folder, signal);
}

async function makeFolder(path: string, signal: AbortSignal): Promise<void> {
  await client.fs.mkdir({ body: { path: directoryPath(path) } }, { signal });
}

/** The server may be set never to replace a file: then it has made up another name. */
function tellOtherNames(names: readonly string[]): void {
  const [name] = names;
  if (name === undefined) return;
  const words = { count: names.length, name: plainName(name) };
  showToast('info', i18next.t('transfers:upload.otherName', words));
}
