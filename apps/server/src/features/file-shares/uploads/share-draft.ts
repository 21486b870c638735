import type { ObjectWrite } from '#ledger/object-write.ts';
import type { FileShare } from '../repository.ts';

/** Facts about a share while its file is being uploaded; the ledger's row stores them. */
export interface ShareDraft
  extends Pick<
    FileShare,
    'filename' | 'mimetype' | 'remark' | 'passwordHash' | 'expiresAt' | 'maxViews' | 'useProxy'
  > {
  readonly slug: string;
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
  const { isReplacing: _, ...draft } = readDraft(write);
  return {
    ...draft,
    id: write.id,
    storageConfigId: write.storageConfigId,
    storagePath: write.objectKey,
    filePath: null,
    note: null,
    size: write.size ?? write.declaredBytes ?? 0n,
    etag: write.etag,
    views: 0,
    createdBy: write.createdBy,
    createdAt: write.createdAt,
    updatedAt: write.updatedAt,
  };
}
