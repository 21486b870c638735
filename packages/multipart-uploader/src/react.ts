import { useCallback, useSyncExternalStore } from 'react';
import type { Upload, UploadSnapshot } from './upload.ts';

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
