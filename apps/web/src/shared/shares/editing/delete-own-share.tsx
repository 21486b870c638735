import type { UseMutationResult } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ConfirmMutation } from '#shared/panel/confirm-mutation.tsx';

export interface DeleteOwnShareProps {
  id: string;
  /** Resolves to undefined if the deletion is queued because there is no network. A toast shows that. */
  deletion: UseMutationResult<unknown, Error, string[]>;
  /** Sentence about the effect on the shared file. */
  detail?: string;
  onClose: () => void;
}

/** Confirmation before the owner deletes a share on its own page. Afterwards it leaves the page. */
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
