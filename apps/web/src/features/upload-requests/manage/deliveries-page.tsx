import { buttonClassName } from '@satchel/ui/actions/button';
import { EmptyState } from '@satchel/ui/feedback/empty-state';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowLeft, Eye, Inbox } from 'lucide-react';
import { type ComponentType, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyTextButton } from '#shared/browser/copy-text-button.tsx';
import { DataList } from '#shared/data-list/data-list.tsx';
import { defineListSearch } from '#shared/data-list/search/list-search.ts';
import { useListState } from '#shared/data-list/use-list-state.ts';
import { showErrorToast } from '#shared/errors/show-error-toast.ts';
import type { FolderChooserProps } from '#shared/mounts/folder-chooser-props.ts';
import { ConfirmMutation } from '#shared/panel/confirm-mutation.tsx';
import { QueryContent } from '#shared/panel/query-content.tsx';
import { requestUrl } from '#shared/shares/share-address.ts';
import { usePageTitle } from '#shared/site/use-page-title.ts';
import type { DeliveryRow, RequestRow } from '../queries.ts';
import { DeliverySheet } from './delivery-sheet.tsx';
import { useDeleteDeliveries, useMarkSeen } from './mutations.ts';
import { deliveryListOptions, ownRequestOptions } from './queries.ts';
import { senderOf, useDeliveryColumns } from './use-delivery-columns.tsx';

const listSearch = defineListSearch({ sorts: ['done'] });

export interface DeliveriesPageProps {
  /** Id of the upload request. */
  id: string;
  FolderChooser: ComponentType<FolderChooserProps>;
}

/** Lists what others have sent into an upload request. */
export function DeliveriesPage({ id, FolderChooser }: DeliveriesPageProps) {
  const { t } = useTranslation('upload-requests');
  const request = useQuery(ownRequestOptions(id));
  usePageTitle(request.data?.title ?? t('manage.deliveries'));
  return (
    <div className="flex flex-col gap-4">
      <Link
        to="/admin/upload-requests"
        className={`${buttonClassName('quiet', 'small')} -ml-2.5 self-start`}
      >
        <ArrowLeft />
        {t('manage.title')}
      </Link>
      <QueryContent query={request} failure={t('deliveries.loadFailed')}>
        {(own) => (
          <>
            <RequestHead request={own} />
            <Deliveries request={own} FolderChooser={FolderChooser} />
          </>
        )}
      </QueryContent>
    </div>
  );
}

function RequestHead({ request }: { request: RequestRow }) {
  const { t } = useTranslation(['upload-requests', 'share-lists']);
  const url = requestUrl(request.slug);
  return (
    <div className="flex flex-wrap items-start gap-3">
      <div className="min-w-0 flex-[1_1_16rem]">
        <h1 className="text-title wrap-anywhere">{request.title}</h1>
        <p className="mt-1 text-sm wrap-anywhere text-ink-muted">
          {request.path === null
            ? t('fields.ownStorage')
            : t('fields.folderOf', { path: request.path })}
        </p>
      </div>
      <CopyTextButton text={url} label={t('share-lists:copyLink')} />
      <Link
        to="/request/$slug"
        params={{ slug: request.slug }}
        className={buttonClassName('secondary')}
      >
        {t('manage.openPage')}
      </Link>
    </div>
  );
}

interface DeliveriesProps {
  request: RequestRow;
  FolderChooser: ComponentType<FolderChooserProps>;
}

function Deliveries({ request, FolderChooser }: DeliveriesProps) {
  const { t } = useTranslation(['upload-requests', 'share-lists']);
  const { id } = request;
  const list = useListState(listSearch);
  const page = useQuery(deliveryListOptions(id, list));
  const columns = useDeliveryColumns();
  const markSeen = useMarkSeen(id);
  const [deleted, setDeleted] = useState<readonly DeliveryRow[] | null>(null);
  const opened = page.data?.rows.find((row) => row.id === list.edit);

  function open(row: DeliveryRow): void {
    list.setEdit(row.id);
    if (row.is_new) markSeen.mutate([row.id], { onError: showErrorToast });
  }

  return (
    <>
      <DataList
        name="deliveries"
        caption={t('deliveries.caption')}
        hasSearch={false}
        list={list}
        page={page}
        columns={columns(open)}
        rowId={(row) => row.id}
        rowName={senderOf}
        onOpen={open}
        onDelete={setDeleted}
        rowActions={(row) => [
          { key: 'open', label: t('deliveries.open'), icon: <Eye />, onSelect: () => open(row) },
        ]}
        batchActions={[
          {
            key: 'seen',
            label: t('deliveries.markSeen'),
            icon: <Eye />,
            onSelect: (chosen) =>
              markSeen.mutate(
                chosen.map((row) => row.id),
                { onError: showErrorToast },
              ),
          },
        ]}
        empty={
          <EmptyState
            icon={<Inbox />}
            title={t('deliveries.empty')}
            description={t('deliveries.emptyHint')}
          />
        }
      />
      {opened && (
        <DeliverySheet
          key={opened.id}
          requestId={id}
          delivery={opened}
          FolderChooser={FolderChooser}
          onDelete={() => setDeleted([opened])}
          onClose={() => list.setEdit(undefined)}
        />
      )}
      {deleted && (
        <DeleteDialog
          requestId={id}
          deliveries={deleted}
          onDone={() => list.edit !== undefined && list.setEdit(undefined)}
          onClose={() => setDeleted(null)}
        />
      )}
    </>
  );
}

interface DeleteDialogProps {
  requestId: string;
  deliveries: readonly DeliveryRow[];
  onDone: () => void;
  onClose: () => void;
}

function DeleteDialog({ requestId, deliveries, onDone, onClose }: DeleteDialogProps) {
  const { t } = useTranslation('upload-requests');
  const deletion = useDeleteDeliveries(requestId);
  const count = deliveries.length;
  return (
    <ConfirmMutation
      mutation={deletion}
      input={deliveries.map(({ id }) => id)}
      title={t('deliveries.deleteTitle', { count })}
      description={t('deliveries.deleteDescription')}
      doneText={({ success }) => t('deliveries.deleted', { count: success })}
      onDone={onDone}
      onClose={onClose}
    />
  );
}
