import { useCallback, useState, useSyncExternalStore } from 'react';
import type { UploadProgress } from './progress.ts';
import type { Upload, UploadSnapshot } from './upload.ts';
import { listOf } from './upload-list.ts';
import type { StoredUpload } from './upload-store.ts';
import type { AddOptions, NeededMetadata, Uploader } from './uploader.ts';

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
  /** Makes an element take files that are dropped on it, as `<div {...dropProps}>`. Folders are left out. */
  readonly dropProps: DropProps;
  /** Queues files, for instance `event.target.files`; with null it does nothing. */
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
 * One of the things that are dropped; the browser's `DataTransferItem` fits.
 *
 * @example
 * const files = Array.from(event.dataTransfer.items, (item: DroppedItem) => item.getAsFile());
 */
export interface DroppedItem {
  getAsFile(): File | null;
  webkitGetAsEntry(): { readonly isDirectory: boolean } | null;
}

/**
 * A queue of uploads with progress and a place to drop files on. All components that use one uploader
 * share its queue, and the uploads go on while none of them is there.
 *
 * @param uploader made once, outside of components
 * @param describe the options with which a file is added; needed where `metadata` is; default none
 *
 * @example
 * function Uploads() {
 *   const { uploads, add, dropProps } = useUploader(uploader);
 *   return (
 *     <div {...dropProps}>
 *       <input type="file" multiple onChange={({ target }) => add(target.files)} />
 *       {uploads.map((upload, index) => <Row key={index} upload={upload} />)}
 *     </div>
 *   );
 * }
 */
export function useUploader<Metadata = unknown, Data = unknown>(
  uploader: Uploader<Metadata, Data>,
  ...[describe]: undefined extends Metadata
    ? [describe?: (file: File) => AddOptions<Metadata>]
    : [describe: (file: File) => AddOptions<Metadata> & NeededMetadata<Metadata>]
): UploadQueue<Metadata, Data> {
  // Inside, metadata and data are handed on and never looked at.
  const list = listOf(uploader as unknown as Uploader);
  const snapshot = useSyncExternalStore(list.subscribe, list.snapshot, list.snapshot);
  const add = (files: Iterable<File> | null): readonly Upload[] =>
    Array.from(files ?? [], (file) => list.add(file, describe?.(file)));
  const { isDropping, dropProps } = useDrop(add);
  const { remove, discard } = list;
  return { ...snapshot, isDropping, dropProps, add, remove, discard } as UploadQueue<
    Metadata,
    Data
  >;
}

/** A target for files only: what else is dragged, such as text, is left to the page. */
function useDrop(add: (files: Iterable<File>) => void): {
  readonly isDropping: boolean;
  readonly dropProps: DropProps;
} {
  const [isDropping, setIsDropping] = useState(false);

  function accept(event: DropEvent): void {
    if (!event.dataTransfer.types.includes('Files')) return;
    // Prevents the browser from opening the file.
    event.preventDefault();
    setIsDropping(true);
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
      add(droppedFiles(event.dataTransfer.items));
    },
  };
  return { isDropping, dropProps };
}

/** Browsers hand out a folder as a file that cannot be read. */
function droppedFiles(items: ArrayLike<DroppedItem>): readonly File[] {
  return Array.from(items)
    .filter((item) => !item.webkitGetAsEntry()?.isDirectory)
    .flatMap((item) => item.getAsFile() ?? []);
}
