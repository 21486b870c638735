import { CommandPalette } from '@satchel/ui/overlays/command-palette';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { serverNow } from '#shared/environment/server-clock.ts';
import { formatRelativeTime } from '#shared/format/format-time.ts';
import { useLanguage } from '#shared/i18n/use-language.ts';
import { pageActions } from './page-actions.ts';
import { useActionCommands } from './use-action-commands.tsx';
import { type EntryCommands, useEntryCommands } from './use-entry-commands.tsx';
import { useFoundCommands } from './use-found-commands.tsx';
import { usePageCommands } from './use-page-commands.tsx';
import { useSearchWords } from './use-search-words.ts';

/** Lists the pages, shares, files, mounts and actions that the user may use. */
export function Commands({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['palette', 'shell']);
  const [query, setQuery] = useState('');
  const [here] = useState(() => pageActions.get()?.commands() ?? []);
  const pages = usePageCommands();
  const actions = useActionCommands();
  const words = useSearchWords(query);
  const found = useFoundCommands(words);
  const entries = useEntryCommands(words);
  const entriesLabel = useEntriesLabel(entries);
  return (
    <CommandPalette
      onClose={onClose}
      label={t('label')}
      placeholder={t('placeholder')}
      noResultsText={t('nothing')}
      loadingText={t('shell:loading')}
      isLoading={found.isLoading || entries.isLoading}
      query={query}
      onQueryChange={setQuery}
      groups={[
        { key: 'here', label: t('groups.here'), items: here },
        { key: 'pages', label: t('groups.pages'), items: pages },
        { key: 'texts', label: t('groups.texts'), items: found.texts, isFound: true },
        { key: 'files', label: t('groups.files'), items: found.files, isFound: true },
        { key: 'bundles', label: t('groups.bundles'), items: found.bundles, isFound: true },
        { key: 'requests', label: t('groups.requests'), items: found.requests, isFound: true },
        { key: 'entries', label: entriesLabel, items: entries.items, isFound: true },
        { key: 'mounts', label: t('groups.mounts'), items: found.mounts },
        { key: 'actions', label: t('groups.actions'), items: actions },
      ]}
    />
  );
}

/** Label with the age of the searched index, or that some files may be missing. */
function useEntriesLabel({ indexedAt, isComplete }: EntryCommands): string {
  const { t } = useTranslation('palette');
  const language = useLanguage();
  if (!isComplete) return t('entries.incomplete');
  if (indexedAt === null) return t('entries.label');
  return t('entries.asOf', { when: formatRelativeTime(indexedAt, serverNow(), language) });
}
