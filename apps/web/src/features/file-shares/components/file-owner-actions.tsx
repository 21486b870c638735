import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '#shared/loading/lazy-part.tsx';
import { OwnerButtons } from '#shared/shares/editing/owner-buttons.tsx';
import { useDeleteFileShares } from '../mutations.ts';
import type { OwnFileShare } from '../queries.ts';

const EditFileShareSheet = lazyPart(() =>
  import('./edit-file-share-sheet.tsx').then((module) => module.EditFileShareSheet),
);
const DeleteOwnShare = lazyPart(() =>
  import('#shared/shares/editing/delete-own-share.tsx').then((module) => module.DeleteOwnShare),
);

export interface FileOwnerActionsProps {
  share: OwnFileShare;
  onChanged: () => void;
}

/** Actions of the owner on the share's page, also after the share has expired or is used up. */
export function FileOwnerActions({ share, onChanged }: FileOwnerActionsProps) {
  const { t } = useTranslation('share-views');
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null);
  const deletion = useDeleteFileShares();
  return (
    <>
      <OwnerButtons onEdit={() => setOpen('edit')} onDelete={() => setOpen('delete')} />
      {open === 'edit' && (
        <EditFileShareSheet
          id={share.id}
          onClose={() => {
            setOpen(null);
            onChanged();
          }}
        />
      )}
      {open === 'delete' && (
        <DeleteOwnShare
          detail={
            share.in_place
              ? t('owner.fileStays', { path: share.mounted_path ?? share.storage_path })
              : t('owner.fileGoes')
          }
          id={share.id}
          deletion={deletion}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}
