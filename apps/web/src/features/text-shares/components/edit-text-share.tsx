import { EmptyState } from '@satchel/ui/feedback/empty-state';
import { ErrorState } from '@satchel/ui/feedback/error-state';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { LogIn } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { sentenceOf } from '#shared/errors/sentence-of.ts';
import { useSession } from '#shared/session/use-session.ts';
import { LoginLink } from '#shared/shares/login-notice.tsx';
import { PagePending } from '#shared/shell/page-pending.tsx';
import { useUnsavedEdits } from '#shared/unsaved/use-unsaved-edits.tsx';
import { textShareQueries } from '../queries.ts';
import { TextShareForm } from './text-share-form.tsx';

export interface EditTextShareProps {
  idOrSlug: string;
  onClose: () => void;
  onEdited: () => void;
}

/** Edit mode of `/paste/{slug}`, for the share's owner. */
export function EditTextShare(props: EditTextShareProps) {
  const isLoggedOut = useSession().kind === 'none';
  return isLoggedOut ? <LoginToEdit /> : <EditMode {...props} />;
}

/** Replaces the form when the session ends. The form's texts are kept until the next login. */
function LoginToEdit() {
  const { t } = useTranslation('share-views');
  return (
    <EmptyState
      isPageHeading
      icon={<LogIn />}
      title={t('owner.loggedOut')}
      description={t('owner.loggedOutHint')}
      action={<LoginLink />}
    />
  );
}

function EditMode({ idOrSlug, onClose, onEdited }: EditTextShareProps) {
  const { t } = useTranslation('text-shares');
  const navigate = useNavigate();
  const share = useQuery(textShareQueries.own(idOrSlug));
  const { setDirty, setSaving, leave, question } = useUnsavedEdits(onClose);
  if (share.error) {
    return <ErrorState title={t('edit.loadFailed')} description={sentenceOf(share.error)} />;
  }
  if (!share.data) return <PagePending />;
  return (
    <div className="mx-auto w-full max-w-7xl px-4 py-5 sm:px-6">
      <h1 className="mb-3 text-lg font-semibold">{t('edit.title')}</h1>
      <TextShareForm
        share={share.data}
        onDirtyChange={setDirty}
        onSavingChange={setSaving}
        onCancel={leave}
        onSaved={(slug) => {
          onEdited();
          void navigate({ to: '/paste/$slug', params: { slug }, replace: true });
        }}
      />
      {question}
    </div>
  );
}
