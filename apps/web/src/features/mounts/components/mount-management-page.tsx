import { Button } from '@satchel/ui/actions/button';
import { EmptyState } from '@satchel/ui/feedback/empty-state';
import { useQuery } from '@tanstack/react-query';
import { FolderTree, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type MountRow, mountListOptions } from '#shared/mounts/mount-queries.ts';
import { PanelPage } from '#shared/panel/panel-page.tsx';
import { QueryContent } from '#shared/panel/query-content.tsx';
import { useSheet } from '#shared/panel/use-sheet.ts';
import { storageConfigListOptions } from '#shared/storage-configs/storage-config-queries.ts';
import { DeleteMountDialog } from './delete-mount-dialog.tsx';
import { MountList } from './mount-list.tsx';
import { MountSheet } from './mount-sheet.tsx';

export function MountManagementPage() {
  const { t } = useTranslation('mounts');
  const sheet = useSheet();
  const mounts = useQuery(mountListOptions());
  const storages = useQuery(storageConfigListOptions());
  const [deleting, setDeleting] = useState<MountRow | null>(null);
  const add = (
    <Button
      variant="primary"
      icon={<Plus className="size-4" />}
      onClick={() => sheet.open({ edit: 'new' })}
    >
      {t('add')}
    </Button>
  );
  return (
    <PanelPage page="mount-management" description={t('description')} actions={add}>
      <QueryContent query={mounts} failure={t('loadFailed')}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState
              icon={<FolderTree />}
              title={t('empty')}
              description={t('emptyHint')}
              action={add}
            />
          ) : (
            <MountList
              rows={rows}
              storageNames={new Map(storages.data?.map(({ id, name }) => [id, name]))}
              onEdit={({ id }) => sheet.open({ edit: id })}
              onDelete={setDeleting}
            />
          )
        }
      </QueryContent>
      <MountSheet
        edited={sheet.search.edit}
        mounts={mounts.data}
        storages={storages.data}
        onClose={sheet.close}
      />
      {deleting && <DeleteMountDialog row={deleting} onClose={() => setDeleting(null)} />}
    </PanelPage>
  );
}
