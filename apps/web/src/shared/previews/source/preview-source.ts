import type { CallOptions } from '@satchel/api-client/client';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ComponentType, createContext, useContext } from 'react';
import type { LoadedText } from '../text/text-format.ts';

/** File or folder of the list that a preview belongs to. */
export interface PreviewFile {
  readonly name: string;
  /** Unique within the source. */
  readonly path: string;
  readonly isDirectory: boolean;
  /** In bytes; null for a folder. */
  readonly size: number | null;
  /** ISO 8601, UTC. */
  readonly modified: string;
  /** Kind by the administrator's lists of extensions. */
  readonly typeName: string;
  /** Media type, for names that say nothing. */
  readonly mediaType?: string | undefined;
  readonly etag?: string | undefined;
}

/** Description of one file by its source. */
export interface DescribedFile {
  /** Undefined if the list has the file, or if the path is no file. */
  readonly file: PreviewFile | undefined;
  /** Address from which the browser may read the file. */
  readonly url: string | undefined;
}

export interface TextEditorProps {
  file: PreviewFile;
  loaded: LoadedText;
  onEnd: () => void;
}

/** Reads the files of one place: the explorer's mounts, a bundle, or a file share. */
export interface PreviewSource {
  /** Distinguishes cached thumbnails of different sources. */
  readonly id: string;
  /** Start of the query keys of a file. */
  keyOf: (path: string) => readonly unknown[];
  /** Reads what the list does not know of a file; a hook. */
  useFile: (
    path: string,
    isListed: boolean,
  ) => Pick<UseQueryResult<DescribedFile>, 'data' | 'error' | 'refetch'>;
  /** Reads the bytes through the server, because the storage's CORS rules may refuse this page. */
  open: (path: string, options: CallOptions) => Promise<Response>;
  openThumbnail: (path: string, sizePx: number, signal: AbortSignal) => Promise<Response>;
  /** Address for readers that make ranged requests themselves, and the headers that they send. */
  rangedUrl: (path: string) => string;
  rangedHeaders: () => Record<string, string>;
  /** Link for an external viewer, which works without a login. */
  createLink: (path: string, signal: AbortSignal) => Promise<string>;
  download: (path: string) => void;
  /** Properties of a file; absent where the list already shows all of them. */
  readonly Facts?: ComponentType<{ file: PreviewFile }>;
  /** Editor of texts; absent where visitors may not change them. */
  readonly Editor?: ComponentType<TextEditorProps>;
}

export const PreviewSourceContext = createContext<PreviewSource | null>(null);

export function usePreviewSource(): PreviewSource {
  const source = useContext(PreviewSourceContext);
  if (source === null) throw new Error('used without a source of files');
  return source;
}
