import { Button } from '@satchel/ui/actions/button';
import { Notice } from '@satchel/ui/feedback/notice';
import { Skeleton } from '@satchel/ui/feedback/skeleton';
import clsx from 'clsx';
import { Download, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyTextButton } from '#shared/browser/copy-text-button.tsx';
import { saveText } from '#shared/browser/save-file.ts';
import { fileExtensionOf, languageName } from '#shared/file-types/file-types.ts';
import { lazyPart } from '#shared/loading/lazy-part.tsx';
import { OwnerButtons } from '#shared/shares/owner-buttons.tsx';
import { ShareFacts } from '#shared/shares/share-facts.tsx';
import { useDeleteTextShares } from '../mutations.ts';
import type { TextShareContent as OpenedText } from '../queries.ts';
import { RawLink } from './raw-link.tsx';
import { TextShareContent } from './text-share-content.tsx';

const DeleteOwnShare = lazyPart(() =>
  import('#shared/shares/delete-own-share.tsx').then((module) => module.DeleteOwnShare),
);
const EditTextShare = lazyPart(
  () => import('./edit-text-share.tsx').then((module) => module.EditTextShare),
  <Skeleton className="m-6 h-96" />,
);

/** Width classes by kind: readable lines for prose, terminal width for plain text, full width for code. */
const WIDTHS = {
  markdown: 'max-w-3xl wide:max-w-5xl',
  text: 'max-w-5xl',
  code: 'max-w-view',
} as const;

export interface TextShareViewProps {
  slug: string;
  share: Omit<OpenedText, 'updatedAt'>;
  /** Id of the share if it belongs to the user; the delete button uses it. */
  ownId: string | undefined;
  /** Whether only its owner can open it, because it has expired or is used up. */
  isOver?: boolean;
  /** Called after the owner has changed the share, so that the page fetches the new text. */
  onEdited: () => void;
}

export function TextShareView({
  slug,
  share,
  ownId,
  isOver = false,
  onEdited,
}: TextShareViewProps) {
  const { t } = useTranslation(['text-shares', 'share-views']);
  const [mode, setMode] = useState<'view' | 'edit' | 'delete'>('view');
  const deletion = useDeleteTextShares();
  const kindName =
    share.kind === 'code' && share.language
      ? languageName(share.language)
      : t(`view.${share.kind}`);
  const mayStillOpen = !share.isLastView && !isOver;

  if (mode === 'edit') {
    return (
      <EditTextShare
        idOrSlug={slug}
        onClose={() => setMode('view')}
        onEdited={() => {
          setMode('view');
          onEdited();
        }}
      />
    );
  }
  return (
    <div
      className={clsx(
        'mx-auto flex w-full flex-col gap-5 px-4 py-6 sm:px-6 sm:py-10',
        WIDTHS[share.kind],
      )}
    >
      {(share.isLastView || isOver) && (
        <Notice tone="warning" role="status" icon={<TriangleAlert />}>
          {isOver ? t('share-views:owner.isOver') : t('share-views:details.lastView')}
        </Notice>
      )}
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <div className="flex min-w-0 flex-col gap-2">
          <h1 className="text-title wrap-anywhere">{share.remark || t('view.title')}</h1>
          <p className="text-meta text-ink-muted">
            {kindName} · {t('view.characters', { count: share.content.length })}
          </p>
          <ShareFacts {...share} />
        </div>
        <div className="flex flex-wrap gap-2">
          <CopyTextButton variant="primary" text={share.content} label={t('view.copy')} />
          <Button
            icon={<Download className="size-4" />}
            onClick={() => saveText(share.content, `${slug}.${fileExtensionOf(share)}`)}
          >
            {t('view.download')}
          </Button>
          {!share.hasPassword && mayStillOpen && (
            <RawLink slug={slug} spendsView={share.maxViews !== null} />
          )}
          {ownId !== undefined && (
            <OwnerButtons onEdit={() => setMode('edit')} onDelete={() => setMode('delete')} />
          )}
        </div>
      </div>
      <TextShareContent content={share.content} kind={share.kind} language={share.language} />
      {mode === 'delete' && ownId !== undefined && (
        <DeleteOwnShare id={ownId} deletion={deletion} onClose={() => setMode('view')} />
      )}
    </div>
  );
}
