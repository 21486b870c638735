import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { mountListOptions } from '#shared/mounts/mount-queries.ts';
import { RowsPage } from '#shared/panel/rows-page.tsx';
import { useSheet } from '#shared/panel/sheets/use-sheet.ts';
import { storageConfigListOptions } from '#shared/storage-configs/storage-config-queries.ts';
import { useDeleteMount } from '../mutations.ts';
import { MountList } from './mount-list.tsx';
import { MountSheet } from './mount-sheet.tsx';

export function MountManagementPage() {
  const { t } = useTranslation('mounts');
  const { close } = useSheet();
  const mounts = useQuery(mountListOptions());
  const { data: storages } = useQuery(storageConfigListOptions());
  return (
    <RowsPage
      texts="mounts"
      query={mounts}
      list={(rows, actions) => (
        <MountList
          rows={rows}
          storageNames={new Map(storages?.map(({ id, name }) => [id, name]))}
          {...actions}
        />
      )}
      editSheet={(row) =>
        mounts.data &&
        storages && (
          <MountSheet row={row} mounts={mounts.data} storages={storages} onClose={close} />
        )
      }
      deletion={useDeleteMount()}
      deletionHint={(row) => t('delete.description', { path: row.mount_path })}
    />
  );
}
