import { useQuery } from '@tanstack/react-query';
import { FolderTree } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type MountRow, mountListOptions } from '#shared/mounts/mount-queries.ts';
import { ConfirmMutation } from '#shared/panel/confirm-mutation.tsx';
import { RowSheet } from '#shared/panel/row-sheet.tsx';
import { RowsPage } from '#shared/panel/rows-page.tsx';
import { useSheet } from '#shared/panel/use-sheet.ts';
import { storageConfigListOptions } from '#shared/storage-configs/storage-config-queries.ts';
import { useDeleteMount } from '../mutations.ts';
import { MountList } from './mount-list.tsx';
import { MountSheet } from './mount-sheet.tsx';

export function MountManagementPage() {
  const { t } = useTranslation('mounts');
  const sheet = useSheet();
  const mounts = useQuery(mountListOptions());
  const storages = useQuery(storageConfigListOptions());
  const remove = useDeleteMount();
  const [deleting, setDeleting] = useState<MountRow | null>(null);
  return (
    <RowsPage
      page="mount-management"
      texts="mounts"
      icon={<FolderTree />}
      query={mounts}
      onAdd={() => sheet.open({ edit: 'new' })}
      list={(rows) => (
        <MountList
          rows={rows}
          storageNames={new Map(storages.data?.map(({ id, name }) => [id, name]))}
          onEdit={({ id }) => sheet.open({ edit: id })}
          onDelete={setDeleting}
        />
      )}
    >
      {mounts.data && storages.data && (
        <RowSheet edited={sheet.search.edit} rows={mounts.data}>
          {(row) => (
            <MountSheet
              row={row}
              mounts={mounts.data}
              storages={storages.data}
              onClose={sheet.close}
            />
          )}
        </RowSheet>
      )}
      {deleting && (
        <ConfirmMutation
          mutation={remove}
          input={deleting.id}
          title={t('delete.title', { name: deleting.name })}
          description={t('delete.description', { path: deleting.mount_path })}
          doneText={() => t('delete.done', { name: deleting.name })}
          onClose={() => setDeleting(null)}
        />
      )}
    </RowsPage>
  );
}
