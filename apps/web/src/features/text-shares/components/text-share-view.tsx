import { owns } from '@satchel/permissions';
import { Button } from '@satchel/ui/button';
import { Card } from '@satchel/ui/card';
import { CopyButton } from '@satchel/ui/copy-button';
import { Notice } from '@satchel/ui/notice';
import { Skeleton } from '@satchel/ui/skeleton';
import { TabList, TabPanel, useTabsId } from '@satchel/ui/tabs';
import { showToast } from '@satchel/ui/toast-store';
import { CodeXml, Download, FileText, PenLine, TriangleAlert } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveText } from '#shared/browser/save-text.ts';
import { MarkdownPreview } from '#shared/markdown/markdown-preview.tsx';
import { usePrincipal } from '#shared/session/use-session.ts';
import { ShareMeta } from '#shared/shares/share-meta.tsx';
import type { TextShareContent } from '../queries.ts';
import { RawLink } from './raw-link.tsx';

const EditTextShare = lazy(() =>
  import('./edit-text-share.tsx').then((module) => ({ default: module.EditTextShare })),
);

/** For longer texts the source is shown first, because rendering them takes seconds. */
const LARGE_TEXT_LENGTH = 400_000;

export interface TextShareViewProps {
  slug: string;
  share: Omit<TextShareContent, 'updatedAt'>;
  /** Called after the owner has changed the share, so that the text shown here is out of date. */
  onEdited: () => void;
}

export function TextShareView({ slug, share, onEdited }: TextShareViewProps) {
  const { t } = useTranslation(['text-shares', 'share-views', 'shell']);
  const [tab, setTab] = useState<'rendered' | 'source'>(
    share.content.length > LARGE_TEXT_LENGTH ? 'source' : 'rendered',
  );
  const [isEditing, setIsEditing] = useState(false);
  const tabsId = useTabsId();
  const isOwner = owns(usePrincipal(), share.created_by);

  if (isEditing) {
    return (
      <Suspense fallback={<Skeleton className="m-6 h-96" />}>
        <EditTextShare
          idOrSlug={slug}
          onClose={() => setIsEditing(false)}
          onEdited={() => {
            setIsEditing(false);
            onEdited();
          }}
        />
      </Suspense>
    );
  }
  return (
    <div className="mx-auto flex w-full max-w-5xl flex-col gap-4 px-4 py-5 sm:px-6">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 space-y-1.5">
          <h1 className="text-lg font-semibold wrap-anywhere">{share.remark || t('view.title')}</h1>
          <ShareMeta {...share} />
        </div>
        <div className="flex flex-wrap gap-2">
          <CopyButton
            variant="primary"
            text={share.content}
            label={t('view.copy')}
            copiedLabel={t('shell:actions.copied')}
            onFail={() => showToast('error', t('shell:copyFailed'))}
          />
          <Button
            icon={<Download className="size-4" />}
            onClick={() => saveText(share.content, `${slug}.md`)}
          >
            {t('view.download')}
          </Button>
          {!share.hasPassword && !share.isLastView && (
            <RawLink slug={slug} spendsView={share.maxViews !== null} />
          )}
          {isOwner && !share.isLastView && (
            <Button icon={<PenLine className="size-4" />} onClick={() => setIsEditing(true)}>
              {t('view.edit')}
            </Button>
          )}
        </div>
      </div>
      {share.isLastView && (
        <Notice tone="warning" role="status" icon={<TriangleAlert />}>
          {t('share-views:details.lastView')}
        </Notice>
      )}
      <Card className="overflow-clip">
        <div className="border-b border-line bg-surface px-3 py-2">
          <TabList
            idPrefix={tabsId}
            label={t('view.views')}
            selected={tab}
            onSelect={setTab}
            tabs={[
              { value: 'rendered', label: t('view.rendered'), icon: <FileText /> },
              { value: 'source', label: t('view.source'), icon: <CodeXml /> },
            ]}
          />
        </div>
        <TabPanel idPrefix={tabsId} value={tab} className="bg-raised px-4 py-4 sm:px-6">
          {tab === 'rendered' ? (
            <MarkdownPreview source={share.content} />
          ) : (
            <pre className="font-mono text-sm leading-relaxed wrap-anywhere whitespace-pre-wrap">
              {share.content}
            </pre>
          )}
        </TabPanel>
      </Card>
    </div>
  );
}
