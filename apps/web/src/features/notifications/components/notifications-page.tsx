import { NOTIFICATION_STATES } from '@satchel/api-client/contract/limits';
import { IconButton } from '@satchel/ui/actions/icon-button';
import { EmptyState } from '@satchel/ui/feedback/empty-state';
import { useQuery } from '@tanstack/react-query';
import { Bell, RotateCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { DataList } from '#shared/data-list/data-list.tsx';
import { defineListSearch } from '#shared/data-list/search/list-search.ts';
import { useListState } from '#shared/data-list/use-list-state.ts';
import { resultToasts } from '#shared/errors/result-toasts.ts';
import { PanelPage } from '#shared/panel/frame/panel-page.tsx';
import { type Notification, notificationListOptions, useRetryNotification } from '../queries.ts';
import { useNotificationColumns } from './use-notification-columns.tsx';

const listSearch = defineListSearch({ sorts: ['created'], states: NOTIFICATION_STATES });

/** Lists the calls of webhooks, for administrators. */
export function NotificationsPage() {
  const { t } = useTranslation('notifications');
  const list = useListState(listSearch);
  const page = useQuery(notificationListOptions(list));
  const columns = useNotificationColumns();
  const retry = useRetryNotification();

  function sendAgain({ id, subject }: Notification): void {
    retry.mutate(id, resultToasts(t('retried', { subject })));
  }

  return (
    <PanelPage page="notifications" description={t('description')}>
      <DataList
        name="notifications"
        caption={t('caption')}
        hasSearch={false}
        list={list}
        page={page}
        columns={columns}
        rowId={(row) => row.id}
        rowName={(row) => row.subject}
        stateLabel={(state) => t(`states.${state}`)}
        rowButtons={(row) =>
          row.state !== 'delivered' && (
            <IconButton
              label={t('retry')}
              icon={<RotateCw />}
              size="small"
              onClick={() => sendAgain(row)}
            />
          )
        }
        rowActions={(row) =>
          row.state === 'delivered'
            ? []
            : [
                {
                  key: 'retry',
                  label: t('retry'),
                  icon: <RotateCw />,
                  onSelect: () => sendAgain(row),
                },
              ]
        }
        empty={<EmptyState icon={<Bell />} title={t('empty')} description={t('emptyHint')} />}
      />
    </PanelPage>
  );
}
