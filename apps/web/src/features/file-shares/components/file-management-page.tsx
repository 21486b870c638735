import { FILE_SHARE_SORTS, SHARE_STATES } from '@satchel/api-client/contract/limits';
import { formatBytes } from '@satchel/api-client/format-bytes';
import { Files } from 'lucide-react';
import { client } from '#shared/api/client.ts';
import { defineListSearch } from '#shared/data-list/search/list-search.ts';
import { FileIcon } from '#shared/file-types/file-icon.tsx';
import { plainName } from '#shared/format/plain-name.ts';
import { lazyPart } from '#shared/loading/lazy-part.tsx';
import { explorerFile } from '#shared/mounts/explorer-place.ts';
import { linkFieldsOf, type ManagedShare } from '#shared/shares/listing/managed-share.ts';
import { ShareManagement } from '#shared/shares/listing/share-management.tsx';
import { fileShareUrl } from '#shared/shares/share-address.ts';
import { createShareDeletions } from '#shared/shares/share-deletions.ts';
import { factsOfSummary } from '#shared/shares/share-queries.ts';
import { type FileShareRow, fileShareKeys, fileShareQueries } from '../queries.ts';

const EditFileShareSheet = lazyPart(() =>
  import('./edit-file-share-sheet.tsx').then((module) => module.EditFileShareSheet),
);

const listSearch = defineListSearch({ sorts: FILE_SHARE_SORTS, states: SHARE_STATES });

const deletions = createShareDeletions({
  send: ({ fileShares }, ids) => fileShares.delete({ body: { ids } }),
  lists: fileShareKeys.lists,
});

export function FileManagementPage() {
  return (
    <ShareManagement
      createAt="/upload"
      icon={<Files />}
      search={listSearch}
      queries={fileShareQueries}
      rowOf={managedShareOf}
      all={client.fileShares.all}
      deletions={deletions}
      editSheet={(share) => <EditFileShareSheet {...share} />}
    />
  );
}

function managedShareOf(row: FileShareRow): ManagedShare {
  const detail = plainName([row.slug, row.mounted_path, row.remark].filter(Boolean).join(' · '));
  return {
    ...linkFieldsOf(row),
    url: fileShareUrl(row.slug),
    path: `/file/${row.slug}`,
    title: plainName(row.filename),
    detail,
    icon: <FileIcon name={row.filename} mediaType={row.mimetype} />,
    ...factsOfSummary(row),
    size: formatBytes(row.size),
    isInPlace: row.in_place,
    place: row.mounted_path === null ? null : explorerFile(row.mounted_path),
  };
}
