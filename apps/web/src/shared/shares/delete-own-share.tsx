import type { UseMutationResult } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ConfirmMutation } from '#shared/panel/confirm-mutation.tsx';

export interface DeleteOwnShareProps {
  id: string;
  /** Resolves to undefined for a share that is deleted once there is a network, which a toast has said. */
  deletion: UseMutationResult<unknown, Error, string[]>;
  /** Says what happens to the shared file. */
  detail?: string;
  onClose: () => void;
}

/** Asks before the owner deletes a share on its own page, and leaves that page, which is empty then. */
export function DeleteOwnShare({ id, deletion, detail, onClose }: DeleteOwnShareProps) {
  const { t } = useTranslation('share-views');
  const navigate = useNavigate();
  return (
    <ConfirmMutation
      mutation={deletion}
      input={[id]}
      title={t('owner.deleteTitle')}
      description={[t('owner.deleteDescription'), detail].filter(Boolean).join(' ')}
      doneText={(deleted) => (deleted === undefined ? undefined : t('owner.deleted'))}
      onDone={() => void navigate({ to: '/', replace: true })}
      onClose={onClose}
    />
  );
}
