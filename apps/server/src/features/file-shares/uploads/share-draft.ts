import type { ObjectWrite } from '#ledger/object-write.ts';
import { nameOf } from '#paths/key.ts';
import type { ShareItem } from '#share-items/share-items.ts';
import type { FileShare } from '../repository.ts';
import type { ItemDestination } from './destinations.ts';

/** Facts about a share while its file is being uploaded; the ledger's row stores them. */
export interface ShareDraft
  extends Pick<
    FileShare,
    'filename' | 'mimetype' | 'remark' | 'passwordHash' | 'expiresAt' | 'maxViews' | 'useProxy'
  > {
  /** Empty for an item of a link. */
  readonly slug: string;
  /** Link that the upload joins; absent for a share of its own. */
  readonly item?: ItemDestination | undefined;
  /** True to take the slug from another share of the owner once the file is stored. */
  readonly isReplacing: boolean;
}

export function writeDraft(draft: ShareDraft): string {
  return JSON.stringify(draft);
}

export function readDraft({ details }: ObjectWrite): ShareDraft {
  // Only writeDraft writes this column.
  const draft = JSON.parse(details ?? '{}') as ShareDraft & { expiresAt: string | number | null };
  return { ...draft, expiresAt: draft.expiresAt === null ? null : new Date(draft.expiresAt) };
}

/** Share that an upload becomes; during the upload, its size is the declared one. */
export function toShare(write: ObjectWrite): FileShare {
  const { isReplacing: _, item, ...draft } = readDraft(write);
  return {
    ...draft,
    id: write.id,
    storageConfigId: write.storageConfigId,
    storagePath: write.objectKey,
    filePath: item?.filePath ?? null,
    note: null,
    size: write.size ?? write.declaredBytes ?? 0n,
    etag: write.etag,
    views: 0,
    createdBy: write.createdBy,
    createdAt: write.createdAt,
    updatedAt: write.updatedAt,
  };
}

/** Item of a link in the shape of a share, for replies to its uploader. */
export function itemAsShare(item: ShareItem, createdBy: string): FileShare {
  return {
    id: item.id,
    slug: '',
    filename: nameOf(item.path),
    storageConfigId: item.storageConfigId ?? '',
    storagePath: item.storagePath ?? '',
    filePath: item.filePath,
    mimetype: item.mimetype,
    size: item.size,
    etag: item.etag,
    remark: null,
    note: null,
    passwordHash: null,
    expiresAt: null,
    maxViews: null,
    views: 0,
    useProxy: true,
    createdBy,
    createdAt: item.createdAt,
    updatedAt: item.updatedAt,
  };
}
