import { Button } from '@satchel/ui/actions/button';
import { Skeleton } from '@satchel/ui/feedback/skeleton';
import { focusAfterwards } from '@satchel/ui/overlays/focus-afterwards';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyTextButton } from '#shared/browser/copy-text-button.tsx';
import { saveText } from '#shared/browser/save-file.ts';
import { fileExtensionOf, languageName } from '#shared/file-types/file-types.ts';
import { formatNumber } from '#shared/format/format-number.ts';
import { useLanguage } from '#shared/i18n/use-language.ts';
import { lazyPart } from '#shared/loading/lazy-part.tsx';
import { OwnerButtons } from '#shared/shares/editing/owner-buttons.tsx';
import { LoginLink } from '#shared/shares/login-notice.tsx';
import { RecipientFacts } from '#shared/shares/recipient/recipient-facts.tsx';
import { RecipientPage } from '#shared/shares/recipient/recipient-page.tsx';
import { useDeleteTextShares } from '../deletions.ts';
import type { TextShareContent as OpenedText } from '../queries.ts';
import { RawLink } from './raw-link.tsx';
import { TextShareContent } from './text-share-content.tsx';

const DeleteOwnShare = lazyPart(() =>
  import('#shared/shares/editing/delete-own-share.tsx').then((module) => module.DeleteOwnShare),
);
const EditTextShare = lazyPart(
  () => import('./edit-text-share.tsx').then((module) => module.EditTextShare),
  <Skeleton className="m-6 h-96" />,
);

export interface TextShareViewProps {
  slug: string;
  share: Omit<OpenedText, 'updatedAt'>;
  /** Id of the share if it belongs to the user; the delete button uses it. */
  ownId: string | undefined;
  isOwnerLoggedOut: boolean;
  /** Whether only its owner can open it, because it has expired or is used up. */
  isOver?: boolean;
  /** Called after the owner has changed the share, so that the page fetches the new text. */
  onEdited: () => void;
}

export function TextShareView({
  slug,
  share,
  ownId,
  isOwnerLoggedOut,
  isOver = false,
  onEdited,
}: TextShareViewProps) {
  const { t } = useTranslation(['text-shares', 'share-views']);
  const [mode, setMode] = useState<'view' | 'edit' | 'delete'>('view');
  const deletion = useDeleteTextShares();
  const language = useLanguage();
  const count = share.content.length;
  const kindName =
    share.kind === 'code' && share.language
      ? languageName(share.language)
      : t(`view.${share.kind}`);
  const mayStillOpen = !share.isLastView && !isOver;

  /** Starts or ends the edit mode. The pressed button goes with the old content, so the focus moves. */
  function showEditing(isEditing: boolean): void {
    setMode(isEditing ? 'edit' : 'view');
    focusAfterwards();
  }

  if (mode === 'edit') {
    return (
      <EditTextShare
        idOrSlug={slug}
        onClose={() => showEditing(false)}
        onEdited={() => {
          showEditing(false);
          onEdited();
        }}
      />
    );
  }
  return (
    <RecipientPage
      title={share.remark || t('view.title')}
      summary={`${kindName} · ${t('view.characters', { count, number: formatNumber(count, language) })}`}
      warning={
        isOver
          ? t('share-views:owner.isOver')
          : share.isLastView && t('share-views:details.lastView')
      }
      facts={
        <RecipientFacts
          limits={{ ...share, expires_at: share.expiresAt, max_views: share.maxViews }}
        />
      }
      action={<CopyTextButton variant="primary" text={share.content} label={t('view.copyText')} />}
      more={
        <>
          <Button
            icon={<Download />}
            onClick={() => saveText(share.content, `${slug}.${fileExtensionOf(share)}`)}
          >
            {t('view.download')}
          </Button>
          {!share.hasPassword && mayStillOpen && (
            <RawLink slug={slug} spendsView={share.maxViews !== null} />
          )}
        </>
      }
      ownerActions={
        ownId === undefined ? (
          isOwnerLoggedOut && <LoginLink />
        ) : (
          <OwnerButtons onEdit={() => showEditing(true)} onDelete={() => setMode('delete')} />
        )
      }
    >
      <TextShareContent content={share.content} kind={share.kind} language={share.language} />
      {mode === 'delete' && ownId !== undefined && (
        <DeleteOwnShare id={ownId} deletion={deletion} onClose={() => setMode('view')} />
      )}
    </RecipientPage>
  );
}
