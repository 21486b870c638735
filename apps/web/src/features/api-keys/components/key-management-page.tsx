import { Button } from '@satchel/ui/actions/button';
import { EmptyState } from '@satchel/ui/feedback/empty-state';
import { useQuery } from '@tanstack/react-query';
import { KeyRound, Pencil, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DataList } from '#shared/data-list/data-list.tsx';
import { pageOf } from '#shared/data-list/page-of.ts';
import { useListState } from '#shared/data-list/use-list-state.ts';
import { ConfirmMutation } from '#shared/panel/confirm-mutation.tsx';
import { PanelPage } from '#shared/panel/frame/panel-page.tsx';
import { RowSheet } from '#shared/panel/sheets/row-sheet.tsx';
import { KEY_ARRANGEMENT, keyListSearch } from '../key-list-search.ts';
import { type CreatedKey, useDeleteApiKeys } from '../mutations.ts';
import { type ApiKeyRow, apiKeyListOptions } from '../queries.ts';
import { CreatedKeyDialog } from './created-key-dialog.tsx';
import { KeySheet } from './key-sheet.tsx';
import { useKeyColumns } from './use-key-columns.tsx';

export function KeyManagementPage() {
  const { t } = useTranslation(['api-keys', 'shell']);
  const list = useListState(keyListSearch);
  const keys = useQuery(apiKeyListOptions());
  const columns = useKeyColumns();
  const [deleting, setDeleting] = useState<readonly ApiKeyRow[] | null>(null);
  const [created, setCreated] = useState<CreatedKey | null>(null);
  const create = (
    <Button variant="primary" icon={<Plus />} onClick={() => list.setEdit('new')}>
      {t('create')}
    </Button>
  );
  return (
    <PanelPage page="key-management" description={t('description')}>
      <DataList
        name="api-keys"
        caption={t('caption')}
        searchHint={t('searchHint')}
        list={list}
        page={{ ...keys, data: keys.data && pageOf(keys.data, list, KEY_ARRANGEMENT) }}
        columns={columns}
        rowId={(key) => key.id}
        rowName={(key) => key.name}
        stateLabel={(state) => t(`states.${state}`)}
        rowActions={(key) => [
          {
            key: 'edit',
            label: t('shell:actions.edit'),
            icon: <Pencil />,
            onSelect: () => list.setEdit(key.id),
          },
        ]}
        onOpen={(key) => list.setEdit(key.id)}
        onDelete={setDeleting}
        actions={create}
        empty={
          <EmptyState
            icon={<KeyRound />}
            title={t('empty')}
            description={t('emptyHint')}
            action={create}
          />
        }
      />
      <RowSheet edited={list.edit} rows={keys.data}>
        {(row) => (
          <KeySheet row={row} onCreated={setCreated} onClose={() => list.setEdit(undefined)} />
        )}
      </RowSheet>
      {created && <CreatedKeyDialog created={created} onClose={() => setCreated(null)} />}
      {deleting && <DeleteKeysDialog keys={deleting} onClose={() => setDeleting(null)} />}
    </PanelPage>
  );
}

const MAX_NAMED = 5;

function DeleteKeysDialog({ keys, onClose }: { keys: readonly ApiKeyRow[]; onClose: () => void }) {
  const { t } = useTranslation('api-keys');
  const remove = useDeleteApiKeys();
  const count = keys.length;
  return (
    <ConfirmMutation
      mutation={remove}
      input={keys.map(({ id }) => id)}
      title={
        count === 1 ? t('delete.titleOf', { name: keys[0]?.name }) : t('delete.title', { count })
      }
      description={t('delete.description')}
      doneText={() => t('delete.done', { count })}
      onClose={onClose}
    >
      {count > 1 && (
        <ul className="text-sm text-ink-muted">
          {keys.slice(0, MAX_NAMED).map(({ id, name }) => (
            <li key={id} className="truncate">
              {name}
            </li>
          ))}
          {count > MAX_NAMED && <li>{t('delete.more', { count: count - MAX_NAMED })}</li>}
        </ul>
      )}
    </ConfirmMutation>
  );
}
