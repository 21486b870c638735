import { formatBytes } from '@satchel/api-client/format-bytes';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#shared/format/format-number.ts';
import { plainName } from '#shared/format/plain-name.ts';
import { useLanguage } from '#shared/i18n/use-language.ts';
import { nameOf } from '../entry-path.ts';
import { useListing, usePlace, useSelection } from '../explorer-context.ts';
import type { Entry } from '../queries.ts';
import { EntryDetails } from './entry-details.tsx';

/** Details of the selection, or of the directory if nothing is selected. */
export function DetailsPanel() {
  const { path } = usePlace();
  const { entries, directory } = useListing();
  const selection = useSelection();
  const [first, ...others] = selection.entries;
  if (first && others.length === 0) return <EntryDetails key={first.path} entry={first} />;
  return first ? (
    <Sum entries={selection.entries} />
  ) : (
    directory.entries && <Sum name={plainName(nameOf(path))} entries={entries} />
  );
}

/** Shows the number of folders and files, and the total size of the files. */
function Sum({ name, entries }: { name?: string; entries: readonly Entry[] }) {
  const { t } = useTranslation('explorer');
  const language = useLanguage();
  const folders = entries.filter((entry) => entry.isDirectory).length;
  const files = entries.length - folders;
  const bytes = entries.reduce((sum, { size }) => sum + (size ?? 0), 0);
  const title = name === undefined ? t('selection.count', { count: entries.length }) : name;
  return (
    <div className="flex flex-col gap-3">
      <p className="text-heading wrap-anywhere">{title || t('root')}</p>
      <ul className="figures flex flex-col gap-1 text-sm text-ink-muted">
        <li>{t('details.folders', { count: folders, number: formatNumber(folders, language) })}</li>
        <li>{t('details.files', { count: files, number: formatNumber(files, language) })}</li>
        {files > 0 && <li>{formatBytes(bytes)}</li>}
      </ul>
    </div>
  );
}
