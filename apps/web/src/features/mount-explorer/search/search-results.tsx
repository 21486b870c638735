import { Button } from '@satchel/ui/actions/button';
import { CloseButton } from '@satchel/ui/actions/close-button';
import { Toolbar, ToolbarButton } from '@satchel/ui/actions/toolbar';
import { EmptyState } from '@satchel/ui/feedback/empty-state';
import { ErrorState } from '@satchel/ui/feedback/error-state';
import { Notice } from '@satchel/ui/feedback/notice';
import { SkeletonRows } from '@satchel/ui/feedback/skeleton-rows';
import { VirtualList } from '@satchel/ui/lists/virtual-list';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Earth, FileSearch, Folder, HardDrive } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { serverNow } from '#shared/environment/server-clock.ts';
import { sentenceOf } from '#shared/errors/sentence-of.ts';
import { formatNumber } from '#shared/format/format-number.ts';
import { formatRelativeTime } from '#shared/format/format-time.ts';
import { useLanguage } from '#shared/i18n/use-language.ts';
import { FilePreviewWindow } from '#shared/previews/window/file-preview-window.tsx';
import { parentOf } from '../entry-path.ts';
import { useListing, usePlace } from '../explorer-context.ts';
import { type ExplorerSearch, SEARCH_SCOPES, type SearchScope } from '../explorer-search.ts';
import type { Entry } from '../queries.ts';
import { entryOfMatch, fileSearchOptions, sortMatches } from './search-options.ts';
import { SearchResultRow } from './search-result-row.tsx';

const SCOPE_ICONS = { directory: <Folder />, mount: <HardDrive />, global: <Earth /> } as const;

/** Search results, which replace the list. Files open over them, and closing a file returns to them. */
export function SearchResults({ q, search }: { q: string; search: ExplorerSearch }) {
  const { t } = useTranslation(['explorer', 'shell']);
  const { path, address } = usePlace();
  const { directory } = useListing();
  const language = useLanguage();
  const [opened, setOpened] = useState<Entry | null>(null);
  const mountId = directory.facts?.mountId;
  const scopes = SEARCH_SCOPES.filter((each) => each === 'global' || mountId !== undefined);
  // Above the mounts the only scope is all mounts.
  const scope: SearchScope =
    scopes.find((each) => each === (search.scope ?? 'directory')) ?? 'global';
  const results = useInfiniteQuery({
    ...fileSearchOptions({ q, scope, path, mountId }),
    enabled: directory.facts !== undefined,
  });
  const [first] = results.data?.pages ?? [];
  const entries = useMemo(
    () =>
      (results.data?.pages ?? []).flatMap((page) => sortMatches(q, page.results.map(entryOfMatch))),
    [results.data, q],
  );
  const { q: _, scope: __, ...rest } = search;

  return (
    <>
      <div className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-3 py-1">
        <Toolbar label={t('search.scope')}>
          {scopes.map((each) => (
            <ToolbarButton
              key={each}
              label={t(`search.scopes.${each}`)}
              icon={SCOPE_ICONS[each]}
              isLabelShown
              isPressed={each === scope}
              onClick={() => address.show({ ...rest, q, scope: each }, { replace: true })}
            />
          ))}
        </Toolbar>
        <p role="status" className="figures text-caption text-ink-muted">
          {first &&
            t('search.found', {
              count: first.total,
              number: formatNumber(first.total, language),
            })}
          {first?.indexedAt &&
            ` · ${t('search.asOf', { when: formatRelativeTime(first.indexedAt, serverNow(), language) })}`}
        </p>
        {results.hasNextPage && (
          <Button
            size="small"
            isBusy={results.isFetchingNextPage}
            onClick={() => void results.fetchNextPage()}
          >
            {t('search.more')}
          </Button>
        )}
        <span className="ml-auto">
          <CloseButton label={t('search.close')} onClick={() => address.show(rest)} />
        </span>
      </div>
      {first && !first.isComplete && (
        <div className="p-3">
          <Notice tone="warning">{t('search.incomplete')}</Notice>
        </div>
      )}
      {results.error && !first && (
        <ErrorState
          title={t('search.failed')}
          description={sentenceOf(results.error)}
          action={
            <Button onClick={() => void results.refetch()}>{t('shell:actions.retry')}</Button>
          }
        />
      )}
      {results.isPending && !results.error && <SkeletonRows />}
      {first && entries.length === 0 && (
        <EmptyState
          icon={<FileSearch />}
          title={t('search.none', { words: q })}
          description={t('search.noneHint')}
          action={
            scope !== 'global' && (
              <Button onClick={() => address.show({ ...rest, q, scope: 'global' })}>
                {t('search.everywhere')}
              </Button>
            )
          }
        />
      )}
      {entries.length > 0 && (
        <VirtualList
          label={t('search.results')}
          items={entries}
          getKey={(entry) => entry.path}
          rowHeightPx={56}
          className="flex-1"
          onOpen={setOpened}
          renderItem={(entry) => <SearchResultRow entry={entry} words={q} onOpen={setOpened} />}
        />
      )}
      {opened && (
        <FilePreviewWindow
          entries={entries.filter((entry) => parentOf(entry.path) === parentOf(opened.path))}
          path={opened.path}
          name={opened.name}
          onName={(name) =>
            setOpened(
              entries.find(
                (entry) => entry.name === name && parentOf(entry.path) === parentOf(opened.path),
              ) ?? null,
            )
          }
        />
      )}
    </>
  );
}
