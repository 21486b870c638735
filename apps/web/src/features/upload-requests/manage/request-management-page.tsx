import { UPLOAD_REQUEST_SORTS } from '@satchel/api-client/contract/limits';
import type { UploadRequestChanges } from '@satchel/api-client/contract/upload-request-shapes';
import { formatBytes } from '@satchel/api-client/format-bytes';
import { can } from '@satchel/api-client/permissions';
import { Badge } from '@satchel/ui/feedback/badge';
import { useNavigate } from '@tanstack/react-router';
import { CircleStop, ExternalLink, Inbox, Mails, RotateCcw } from 'lucide-react';
import { type ComponentType, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client } from '#shared/api/client.ts';
import type { Column } from '#shared/data-list/rows/column.ts';
import { defineListSearch } from '#shared/data-list/search/list-search.ts';
import { serverNow } from '#shared/environment/server-clock.ts';
import { resultToasts } from '#shared/errors/result-toasts.ts';
import { plainName } from '#shared/format/plain-name.ts';
import { explorerFolder } from '#shared/mounts/explorer-place.ts';
import type { FolderChooserProps } from '#shared/mounts/folder-chooser-props.ts';
import { RowSheet } from '#shared/panel/sheets/row-sheet.tsx';
import { usePrincipal } from '#shared/session/use-session.ts';
import { linkFieldsOf, type ManagedShare } from '#shared/shares/listing/managed-share.ts';
import { QrDialog } from '#shared/shares/listing/qr-dialog.tsx';
import { ShareManagement } from '#shared/shares/listing/share-management.tsx';
import { requestUrl } from '#shared/shares/share-address.ts';
import { createShareDeletions } from '#shared/shares/share-deletions.ts';
import { WebhookSecretDialog } from '#shared/shares/webhooks/webhook-secret-dialog.tsx';
import type { RequestRow } from '../queries.ts';
import { useUpdateRequest } from './mutations.ts';
import { requestKeys, requestQueries } from './queries.ts';
import { RequestSheet, type SavedRequest } from './request-sheet.tsx';

const listSearch = defineListSearch({
  sorts: UPLOAD_REQUEST_SORTS,
  states: ['active', 'expired', 'protected'],
});

const deletions = createShareDeletions({
  send: ({ uploadRequests }, ids) => uploadRequests.delete({ body: { ids } }),
  lists: requestKeys.lists,
});

interface ManagedRequest extends ManagedShare {
  readonly deliveryCount: number;
  readonly newCount: number;
}

export interface RequestManagementPageProps {
  FolderChooser: ComponentType<FolderChooserProps>;
}

/** Lists the upload requests of the user: links through which others send files in. */
export function RequestManagementPage({ FolderChooser }: RequestManagementPageProps) {
  const canChooseFolder = can(usePrincipal(), 'mount_upload');
  const moreActions = useMoreActions();
  const [saved, setSaved] = useState<SavedRequest | null>(null);
  const deliveries = useDeliveriesColumn();
  return (
    <>
      <ShareManagement
        icon={<Inbox />}
        search={listSearch}
        queries={requestQueries}
        rowOf={managedRequestOf}
        all={client.uploadRequests.all}
        columnsOf={(all) => all.toSpliced(2, 0, deliveries).filter(({ id }) => id !== 'views')}
        deletions={deletions}
        hasOwnDeletionWords
        moreActions={moreActions}
        editSheet={({ id, onClose }, rows) => (
          <RowSheet edited={id} rows={rows}>
            {(row) => (
              <RequestSheet
                row={row}
                FolderChooser={canChooseFolder ? FolderChooser : undefined}
                onSaved={setSaved}
                onClose={onClose}
              />
            )}
          </RowSheet>
        )}
      />
      {saved && <SavedDialogs key={saved.id} saved={saved} onClose={() => setSaved(null)} />}
    </>
  );
}

function managedRequestOf(row: RequestRow): ManagedRequest {
  return {
    ...linkFieldsOf(row),
    url: requestUrl(row.slug),
    path: `/admin/upload-requests/${row.id}`,
    title: row.title,
    detail: plainName([row.slug, row.path].filter(Boolean).join(' · ')),
    icon: <Inbox />,
    hasPassword: row.has_password,
    views: 0,
    maxViews: null,
    size: formatBytes(row.total_size),
    isInPlace: row.path !== null,
    place: row.path === null ? null : explorerFolder(row.path),
    deliveryCount: row.delivery_count,
    newCount: row.new_deliveries,
  };
}

type RequestSort = (typeof UPLOAD_REQUEST_SORTS)[number];

function useDeliveriesColumn(): Column<ManagedRequest, RequestSort> {
  const { t } = useTranslation('upload-requests');
  return {
    id: 'deliveries',
    header: t('manage.deliveries'),
    className: 'whitespace-nowrap',
    cell: ({ deliveryCount, newCount }) => (
      <span className="inline-flex items-center gap-1.5">
        {deliveryCount}
        {newCount > 0 && <Badge tone="accent">{t('manage.newCount', { count: newCount })}</Badge>}
      </span>
    ),
  };
}

/** Milliseconds from now, because the server refuses an end that is not in the future. */
const NOW_IN_HOURS = 0.000001;

/** Actions of a row beyond those of all links: its deliveries, its page, and its end. */
function useMoreActions() {
  const { t } = useTranslation('upload-requests');
  const navigate = useNavigate();
  const update = useUpdateRequest();
  return ({ id, slug, title, expiresAt }: ManagedRequest) => {
    const hasEnded = expiresAt !== null && Date.parse(expiresAt) <= serverNow();
    const change = (body: UploadRequestChanges, done: 'manage.closed' | 'manage.reopened') =>
      update.mutate({ id, body }, resultToasts(t(done, { title })));
    return [
      {
        key: 'deliveries',
        label: t('manage.showDeliveries'),
        icon: <Mails />,
        onSelect: () => void navigate({ to: '/admin/upload-requests/$id', params: { id } }),
      },
      {
        key: 'visit',
        label: t('manage.openPage'),
        icon: <ExternalLink />,
        onSelect: () => void navigate({ to: '/request/$slug', params: { slug } }),
      },
      hasEnded
        ? {
            key: 'reopen',
            label: t('manage.reopen'),
            icon: <RotateCcw />,
            onSelect: () => change({ expires_at: null }, 'manage.reopened'),
          }
        : {
            key: 'close',
            label: t('manage.close'),
            icon: <CircleStop />,
            onSelect: () => change({ expires_in: NOW_IN_HOURS }, 'manage.closed'),
          },
    ];
  };
}

/** Shows the secret of a new webhook, then the link of a new request. */
function SavedDialogs({ saved, onClose }: { saved: SavedRequest; onClose: () => void }) {
  const [isSecretSeen, setIsSecretSeen] = useState(false);
  const { secret, isNew, slug, title } = saved;
  if (secret !== null && !isSecretSeen) {
    return (
      <WebhookSecretDialog
        secret={secret}
        onClose={() => (isNew ? setIsSecretSeen(true) : onClose())}
      />
    );
  }
  return <QrDialog share={{ title, url: requestUrl(slug) }} onClose={onClose} />;
}
