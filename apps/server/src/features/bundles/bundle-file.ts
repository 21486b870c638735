import type { Storage } from '#features/storage-configs/service.ts';
import type { ObjectBody, ObjectInfo } from '#object-store';

/** File of a bundle, ready to be read. */
export interface BundleFile {
  readonly name: string;
  readonly storage: Storage;
  readonly key: string;
  readonly contentType: string;
  /** True for a file of a mount, which its creator may see now, but perhaps not later. */
  readonly isMounted: boolean;
  head(signal: AbortSignal): Promise<ObjectInfo>;
  open(range: string | undefined, signal: AbortSignal): Promise<ObjectBody>;
}

/** Row of a bundle's listing. */
export interface ListedItem {
  readonly path: string;
  readonly isDirectory: boolean;
  readonly size: number | null;
  readonly modified: Date;
  readonly state: 'stored' | 'coming';
  readonly sent: number | null;
  /** Path in a mount, for a file that stays where it is. */
  readonly filePath: string | null;
}

export interface ListedItems {
  readonly items: readonly ListedItem[];
  readonly nextCursor: string | null;
}

export interface ItemsQuery {
  readonly path?: string | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly coming?: boolean | undefined;
}
