import type { ObjectWrite } from '#ledger/object-write.ts';
import type { FileShare } from '../repository.ts';

/** Facts about a share while its file is being uploaded; the ledger's row stores them. */
export interface ShareDraft
  extends Pick<
    FileShare,
    'filename' | 'mimetype' | 'remark' | 'passwordHash' | 'expiresAt' | 'maxViews' | 'useProxy'
  > {
  readonly slug: string;
  /** The slug is taken from another share of the owner's, once the file is there. */
  readonly isReplacing: boolean;
}

export function writeDraft(draft: ShareDraft): string {
  return JSON.stringify(draft);
}

export function readDraft({ details }: ObjectWrite): ShareDraft {
  // Written by writeDraft only, so it is one.
  const draft = JSON.parse(details ?? '{}') as ShareDraft & { expiresAt: string | number | null };
  return { ...draft, expiresAt: draft.expiresAt === null ? null : new Date(draft.expiresAt) };
}

/** The share that an upload becomes; of one that goes on, its size is the announced one. */
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
