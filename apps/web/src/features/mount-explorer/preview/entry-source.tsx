import { Skeleton } from '@satchel/ui/feedback/skeleton';
import { useQuery } from '@tanstack/react-query';
import { client } from '#shared/api/client.ts';
import { backendOrigin } from '#shared/environment/backend.ts';
import { lazyPart } from '#shared/loading/lazy-part.tsx';
import type {
  DescribedFile,
  PreviewFile,
  PreviewSource,
} from '#shared/previews/source/preview-source.ts';
import { EntryDetails } from '../details/entry-details.tsx';
import { downloadEntry } from '../operations/entry-links.ts';
import { type Entry, entryOptions, explorerKeys } from '../queries.ts';

const TextEditor = lazyPart(
  () => import('./text/text-editor.tsx').then((module) => module.TextEditor),
  <Skeleton className="m-4 h-80" />,
);

/** Lifetime of a link for an external viewer. */
const LINK_SECONDS = 3600;

function describe(entry: Awaited<ReturnType<typeof client.fs.get>>): DescribedFile {
  return { file: entry.isDirectory ? undefined : entry, url: entry.preview_url };
}

const readOnly: PreviewSource = {
  id: 'mounts',
  keyOf: explorerKeys.entry,
  useFile: (path) => useQuery({ ...entryOptions(path), select: describe, retry: false }),
  open: (path, options) => client.fs.download({ query: { path } }, options),
  openThumbnail: (path, size, signal) => client.fs.thumbnail({ query: { path, size } }, { signal }),
  rangedUrl: (path) => `${backendOrigin()}/api/fs/download?${new URLSearchParams({ path })}`,
  rangedHeaders: client.headers,
  createLink: async (path, signal) => {
    const query = { path, expires_in: LINK_SECONDS };
    return (await client.fs.link({ query }, { signal })).presignedUrl;
  },
  download: (path) => void downloadEntry(path),
  // Files of this source are entries of the explorer.
  Facts: ({ file }: { file: PreviewFile }) => <EntryDetails entry={file as Entry} />,
};

const editable: PreviewSource = { ...readOnly, Editor: TextEditor };

/** Reads the files of mounts, and edits texts where the user may write. */
export function entrySource(canEdit: boolean): PreviewSource {
  return canEdit ? editable : readOnly;
}
