import { Notice } from '@satchel/ui/feedback/notice';
import { Select } from '@satchel/ui/forms/select';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { plainName } from '#shared/format/plain-name.ts';
import { TableRows } from '../../tables/table-rows.tsx';
import type { Sheet } from './read-sheets.ts';

/** Shows the sheets of a workbook, one at a time, with the letters of columns and the numbers of rows. */
export function SheetsView({ sheets, name }: { sheets: readonly Sheet[]; name: string }) {
  const { t } = useTranslation('previews');
  const [shown, setShown] = useState(0);
  const sheet = sheets[shown];
  const rows = useMemo(() => withPlaces(sheet?.rows ?? []), [sheet]);
  return (
    <div className="flex min-h-[70dvh] min-w-0 flex-1 flex-col bg-raised">
      {sheets.length > 1 && (
        <div className="border-b border-line px-3 py-1.5">
          <Select
            label={t('office.sheet')}
            isLabelHidden
            className="w-full sm:w-64"
            value={String(shown)}
            options={sheets.map((each, index) => ({
              value: String(index),
              label: plainName(each.name),
            }))}
            onChange={(event) => setShown(Number(event.target.value))}
          />
        </div>
      )}
      {sheet?.isCut && (
        <div className="p-3">
          <Notice>{t('office.cut')}</Notice>
        </div>
      )}
      {rows.length > 1 ? (
        <TableRows key={shown} rows={rows} name={name} />
      ) : (
        <p className="flex-1 p-6 text-sm text-ink-muted">{t('office.empty')}</p>
      )}
    </div>
  );
}

/** Puts the letters of the columns above the cells, and the number of each row before them. */
function withPlaces(rows: Sheet['rows']): Sheet['rows'] {
  const columns = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const letters = Array.from({ length: columns }, (_, index) => lettersOf(index));
  return [['', ...letters], ...rows.map((row, index) => [String(index + 1), ...row])];
}

/** Name of a column: A to Z, then AA. */
function lettersOf(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : lettersOf(Math.floor(index / 26) - 1) + last;
}
