import { useCallback, useState, useSyncExternalStore } from 'react';
import { type ChosenFile, type DroppedItem, filesOfInput, readDrop } from '../drop/read-drop.ts';
import type { UploadProgress } from '../engine/timing/progress.ts';
import type { Upload, UploadSnapshot } from '../engine/upload.ts';
import type { AddOptions, NeededMetadata, Uploader } from '../engine/uploader.ts';
import type { StoredUpload } from '../stores/upload-store.ts';
import { listOf } from './upload-list.ts';

/**
 * Snapshot of an upload. The component renders again when it changes.
 *
 * @param upload return value of `uploader.add`
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
 * State of all uploads for a page, and actions on them.
 *
 * @example
 * const { uploads, progress, add, dropProps }: UploadQueue = useUploader(uploader);
 */
export interface UploadQueue<Metadata = unknown, Data = unknown> {
  /** Uploads that were added here, oldest first, until they are removed. */
  readonly uploads: readonly Upload<Metadata, Data>[];
  /** Total progress without aborted uploads. It decreases only when an upload is removed. */
  readonly progress: UploadProgress;
  /**
   * Uploads that a reload or a crash interrupted. They resume when the user adds the same files again.
   * Excludes running uploads in `uploads`. Empty until the store has been read.
   */
  readonly pending: readonly StoredUpload<Metadata>[];
  /** Whether files are dragged over the element with `dropProps`. */
  readonly isDropping: boolean;
  /** Whether a drop is being read; large folders take a while. */
  readonly isReading: boolean;
  /** Paths of the last drop that the browser could not read. */
  readonly unreadable: readonly string[];
  /** Props that make an element accept dropped files and folders: `<div {...dropProps}>`. */
  readonly dropProps: DropProps;
  /**
   * Queues files, such as `event.target.files`, also of an input with `webkitdirectory`. Does nothing for
   * null.
   */
  readonly add: (files: Iterable<File> | null) => readonly Upload<Metadata, Data>[];
  /** Removes an upload from the list. An incomplete one is aborted, and its parts are removed. */
  readonly remove: (upload: Upload<Metadata, Data>) => Promise<void>;
  /**
   * Removes a pending upload: its parts on the server, and its record in the store.
   *
   * @throws UploadError if the server cannot be reached; the upload then stays pending
   */
  readonly discard: (pending: StoredUpload<Metadata>) => Promise<void>;
}

/**
 * Props of an element that accepts dropped files.
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
 * Required part of React's `DragEvent`, so that these types compile without those of React and the DOM.
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
 * Queue of uploads with progress and a drop target. All components that use one uploader share its queue, and
 * uploads continue while no component is mounted.
 *
 * @param uploader created once, outside of components
 * @param describe returns the options of a file, by the file and the folder that contained it (`''` for
 * none). Required if `metadata` is. Default: the folder as `destination`, so that equal files of two folders
 * are two uploads
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
  // The list passes metadata and data on without reading them.
  const list = listOf(uploader as unknown as Uploader);
  const snapshot = useSyncExternalStore(list.subscribe, list.snapshot, list.snapshot);
  const addChosen = (chosen: readonly ChosenFile[]): readonly Upload[] =>
    list.add(
      chosen.map(({ file, directory }) => ({
        file,
        options: { destination: directory, ...describe?.(file, directory) },
      })),
    );
  const add = (files: Iterable<File> | null): readonly Upload[] =>
    addChosen(filesOfInput(files ?? []));
  const drop = useDrop(addChosen);
  const { remove, discard } = list;
  return { ...snapshot, ...drop, add, remove, discard } as UploadQueue<Metadata, Data>;
}

/** Drop target for files. Other dragged content, such as text, is left to the page. */
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
      // Moving from the element to one inside it does not leave the target.
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
