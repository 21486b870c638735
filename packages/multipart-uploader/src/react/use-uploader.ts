import { useCallback, useState, useSyncExternalStore } from 'react';
import { type ChosenFile, type DroppedItem, filesOfInput, readDrop } from '../drop/read-drop.ts';
import type { UploadProgress } from '../engine/timing/progress.ts';
import type { Upload, UploadSnapshot } from '../engine/upload.ts';
import type { AddOptions, NeededMetadata, Uploader } from '../engine/uploader.ts';
import type { StoredUpload } from '../stores/upload-store.ts';
import { listOf } from './upload-list.ts';

/**
 * An upload's snapshot; the component renders again whenever it changes.
 *
 * @param upload what `uploader.add` returned
 *
 * @example
 * function Row({ upload }: { upload: Upload }) {
 *   const { state, progress } = useUpload(upload);
 *   return <progress aria-label={state} value={progress.bytes} max={progress.totalBytes} />;
 * }
 */
export function useUpload<Data = unknown>(upload: Upload<unknown, Data>): UploadSnapshot<Data> {
  const subscribe = useCallback((onChange: () => void) => upload.on('change', onChange), [upload]);
  const getSnapshot = (): UploadSnapshot<Data> => upload.snapshot;
  return useSyncExternalStore(subscribe, getSnapshot, getSnapshot);
}

/**
 * State of all uploads for a page, and the actions on them.
 *
 * @example
 * const { uploads, progress, add, dropProps }: UploadQueue = useUploader(uploader);
 */
export interface UploadQueue<Metadata = unknown, Data = unknown> {
  /** Those that were added here, oldest first, until they are removed. */
  readonly uploads: readonly Upload<Metadata, Data>[];
  /** Progress of all uploads together, without aborted ones. It goes back only when one is removed. */
  readonly progress: UploadProgress;
  /**
   * Uploads that a reload or crash has left, for the same files to be added again. Files that are in
   * `uploads` and under way are left out. Empty until the store has been read.
   */
  readonly pending: readonly StoredUpload<Metadata>[];
  /** Whether files are dragged over the element that has `dropProps`. */
  readonly isDropping: boolean;
  /** Whether a drop is being read; large folders take a while. */
  readonly isReading: boolean;
  /** Paths of what the browser could not read of the last drop. */
  readonly unreadable: readonly string[];
  /** Makes an element take files and folders that are dropped on it, as `<div {...dropProps}>`. */
  readonly dropProps: DropProps;
  /**
   * Queues files, for instance `event.target.files`, of an input with `webkitdirectory` too; with null
   * it does nothing.
   */
  readonly add: (files: Iterable<File> | null) => readonly Upload<Metadata, Data>[];
  /** Takes an upload off the list; one that is not completed is aborted, and its parts are removed. */
  readonly remove: (upload: Upload<Metadata, Data>) => Promise<void>;
  /**
   * Removes a pending upload: its parts on the server, and its record in the store.
   *
   * @throws UploadError where the server could not be told; the upload is then still pending
   */
  readonly discard: (pending: StoredUpload<Metadata>) => Promise<void>;
}

/**
 * The properties of an element on which files can be dropped.
 *
 * @example
 * const Target = ({ dropProps }: { dropProps: DropProps }) => <section {...dropProps} />;
 */
export interface DropProps {
  readonly onDragEnter: (event: DropEvent) => void;
  readonly onDragOver: (event: DropEvent) => void;
  readonly onDragLeave: (event: DropEvent) => void;
  readonly onDrop: (event: DropEvent) => void;
}

/**
 * Part of React's `DragEvent` that is needed, so that these types compile without those of React and the DOM.
 *
 * @example
 * const onDrop = (event: DropEvent) => dropProps.onDrop(event);
 */
export interface DropEvent {
  readonly currentTarget: { contains(other: object | null): boolean };
  readonly relatedTarget: object | null;
  readonly dataTransfer: {
    readonly types: readonly string[];
    readonly items: ArrayLike<DroppedItem>;
  };
  preventDefault(): void;
}

/**
 * A queue of uploads with progress and a place to drop files on. All components that use one uploader
 * share its queue, and the uploads go on while none of them is there.
 *
 * @param uploader made once, outside of components
 * @param describe the options with which a file is added, by the file and the folder that it came in
 *   (`''` for none); needed where `metadata` is. Default the folder as `destination`, so that equal files
 *   of two folders are two uploads
 *
 * @example
 * function Uploads() {
 *   const { uploads, add, dropProps } = useUploader(uploader);
 *   return (
 *     <div {...dropProps}>
 *       <input type="file" multiple onChange={({ target }) => add(target.files)} />
 *       {uploads.map((upload) => <Row key={upload.id} upload={upload} />)}
 *     </div>
 *   );
 * }
 */
export function useUploader<Metadata = unknown, Data = unknown>(
  uploader: Uploader<Metadata, Data>,
  ...[describe]: undefined extends Metadata
    ? [describe?: (file: File, directory: string) => AddOptions<Metadata>]
    : [describe: (file: File, directory: string) => AddOptions<Metadata> & NeededMetadata<Metadata>]
): UploadQueue<Metadata, Data> {
  // Inside, metadata and data are handed on and never looked at.
  const list = listOf(uploader as unknown as Uploader);
  const snapshot = useSyncExternalStore(list.subscribe, list.snapshot, list.snapshot);
  const addChosen = (chosen: readonly ChosenFile[]): readonly Upload[] =>
    chosen.map(({ file, directory }) =>
      list.add(file, { destination: directory, ...describe?.(file, directory) }),
    );
  const add = (files: Iterable<File> | null): readonly Upload[] =>
    addChosen(filesOfInput(files ?? []));
  const drop = useDrop(addChosen);
  const { remove, discard } = list;
  return { ...snapshot, ...drop, add, remove, discard } as UploadQueue<Metadata, Data>;
}

/** A target for files only: what else is dragged, such as text, is left to the page. */
function useDrop(
  add: (files: readonly ChosenFile[]) => void,
): Pick<UploadQueue, 'isDropping' | 'isReading' | 'unreadable' | 'dropProps'> {
  const [isDropping, setIsDropping] = useState(false);
  const [readings, setReadings] = useState(0);
  const [unreadable, setUnreadable] = useState<readonly string[]>([]);

  function accept(event: DropEvent): void {
    if (!event.dataTransfer.types.includes('Files')) return;
    // Prevents the browser from opening the file.
    event.preventDefault();
    setIsDropping(true);
  }

  async function take(transfer: DropEvent['dataTransfer']): Promise<void> {
    setReadings((count) => count + 1);
    const dropped = await readDrop(transfer);
    setReadings((count) => count - 1);
    setUnreadable(dropped.unreadable);
    add(dropped.files);
  }

  const dropProps: DropProps = {
    onDragEnter: accept,
    onDragOver: accept,
    onDragLeave({ currentTarget, relatedTarget }) {
      // Going over from the element to one inside it is no leaving.
      if (!currentTarget.contains(relatedTarget)) setIsDropping(false);
    },
    onDrop(event) {
      if (!event.dataTransfer.types.includes('Files')) return;
      event.preventDefault();
      setIsDropping(false);
      void take(event.dataTransfer);
    },
  };
  return { isDropping, isReading: readings > 0, unreadable, dropProps };
}
