import { Select } from '@satchel/ui/forms/select';
import { TextField } from '@satchel/ui/forms/text-field';
import { useTranslation } from 'react-i18next';
import { useTypedWords } from '#shared/data-list/search/use-typed-words.ts';
import { type AuditFilter, auditListSearch, OUTCOMES, PERIODS } from '../audit-list-search.ts';

export interface AuditFiltersProps {
  filter: AuditFilter;
  onFilter: (changes: Partial<AuditFilter>, manner?: { isTyped?: boolean }) => void;
}

/** Filters the log by outcome and time. */
export function AuditFilters({ filter, onFilter }: AuditFiltersProps) {
  const { t } = useTranslation('audit-log');
  const choice = (name: 'outcome' | 'period', change: (value: string) => Partial<AuditFilter>) => ({
    label: t(`${name}.label`),
    className: 'min-w-36 max-sm:flex-1',
    value: filter[name],
    onChange: ({ target }: { target: { value: string } }) => onFilter(change(target.value)),
  });
  return (
    <div className="flex flex-wrap items-end gap-2">
      <Select
        {...choice('outcome', (value) => ({ outcome: value as AuditFilter['outcome'] }))}
        options={OUTCOMES.map((value) => ({ value, label: t(`outcome.${value}`) }))}
      />
      <Select
        {...choice('period', (value) => ({
          period: value as AuditFilter['period'],
          from: '',
          to: '',
        }))}
        options={PERIODS.map((value) => ({ value, label: t(`period.${value}`) }))}
      />
      {filter.period === 'range' && (
        <>
          <DayField end="from" filter={filter} onFilter={onFilter} />
          <DayField end="to" filter={filter} onFilter={onFilter} />
        </>
      )}
    </div>
  );
}

/** Maximum of the date inputs, because without one browsers accept years of six digits. */
const LAST_DAY = '9999-12-31';

type End = 'from' | 'to';

const READERS = {
  from: (search: unknown) => auditListSearch.parse(search).filters.from,
  to: (search: unknown) => auditListSearch.parse(search).filters.to,
};

/**
 * Start or end of a date range. It applies after a pause, because a typed year is first 0002 and then 0020.
 */
function DayField({ end, filter, onFilter }: AuditFiltersProps & { end: End }) {
  const { t } = useTranslation('audit-log');
  const { typed, setTyped } = useTypedWords(filter[end], READERS[end], (day) =>
    onFilter({ [end]: day }, { isTyped: true }),
  );
  return (
    <TextField
      type="date"
      label={t(`period.${end}`)}
      {...(end === 'from' ? { max: filter.to || LAST_DAY } : { max: LAST_DAY, min: filter.from })}
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
    />
  );
}
