import { SHARE_STATES, TEXT_SHARE_SORTS } from '@satchel/api-client/contract/limits';
import { formatBytes } from '@satchel/api-client/format-bytes';
import { CalendarX2, FileText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { client } from '#shared/api/client.ts';
import { defineListSearch } from '#shared/data-list/search/list-search.ts';
import { lazyPart } from '#shared/loading/lazy-part.tsx';
import { ConfirmButton } from '#shared/panel/confirm-mutation.tsx';
import { usePrincipal } from '#shared/session/use-session.ts';
import { linkFieldsOf, type ManagedShare } from '#shared/shares/listing/managed-share.ts';
import { ShareManagement } from '#shared/shares/listing/share-management.tsx';
import { textShareUrl } from '#shared/shares/share-address.ts';
import { createShareDeletions } from '#shared/shares/share-deletions.ts';
import { DELETION_ENDPOINT, sendDeletion, useClearExpiredTextShares } from '../deletions.ts';
import { type TextShareRow, textShareQueries } from '../queries.ts';

const EditTextShareSheet = lazyPart(() =>
  import('./edit-text-share-sheet.tsx').then((module) => module.EditTextShareSheet),
);

const listSearch = defineListSearch({ sorts: TEXT_SHARE_SORTS, states: SHARE_STATES });

const deletions = createShareDeletions({
  async send(sender, ids) {
    const result = await sendDeletion(sender, ids);
    if (result) return result;
    // Keeps the rows hidden while their deletion is queued.
    const { whenSent } = await import('#shared/offline/queue/when-sent.ts');
    await whenSent('batchDeletePastes', DELETION_ENDPOINT, { ids });
    return { failed: [] };
  },
  lists: textShareQueries.keys.lists,
});

export function TextManagementPage() {
  const { t } = useTranslation('share-lists');
  const isAdmin = usePrincipal().kind === 'admin';
  const clear = useClearExpiredTextShares();
  return (
    <ShareManagement
      createAt="/"
      icon={<FileText />}
      search={listSearch}
      queries={textShareQueries}
      rowOf={managedShareOf}
      all={client.textShares.all}
      deletions={deletions}
      actions={
        isAdmin && (
          <ConfirmButton
            icon={<CalendarX2 />}
            label={t('clearExpired')}
            mutation={clear}
            title={t('clearExpiredTitle')}
            description={t('clearExpiredDescription')}
            doneText={(cleared) => cleared && t('cleared', { count: cleared.deleted })}
          />
        )
      }
      editSheet={(share) => <EditTextShareSheet {...share} />}
    />
  );
}

function managedShareOf(row: TextShareRow): ManagedShare {
  return {
    ...linkFieldsOf(row),
    url: textShareUrl(row.slug),
    path: `/paste/${row.slug}`,
    title: row.remark || row.slug,
    detail: row.remark ? `${row.slug} · ${row.content_preview}` : row.content_preview,
    icon: <FileText />,
    hasPassword: row.has_password === 1,
    views: row.views,
    maxViews: row.max_views,
    size: formatBytes(row.content_length),
    isInPlace: false,
  };
}
