import { Select } from '@satchel/ui/select';
import { TextField } from '@satchel/ui/text-field';
import { useTranslation } from 'react-i18next';
import { type AuditFilter, OUTCOMES, PERIODS } from '../audit-list-search.ts';

export interface AuditFiltersProps {
  filter: AuditFilter;
  onFilter: (filter: AuditFilter) => void;
}

/** Narrows the log by outcome and time. */
export function AuditFilters({ filter, onFilter }: AuditFiltersProps) {
  const { t } = useTranslation('audit-log');
  const edit = (changes: Partial<AuditFilter>) => onFilter({ ...filter, ...changes });
  return (
    <div className="flex flex-wrap items-end gap-2">
      <Select
        label={t('outcome.label')}
        className="min-w-36 max-sm:flex-1"
        value={filter.outcome}
        options={OUTCOMES.map((value) => ({ value, label: t(`outcome.${value}`) }))}
        onChange={({ target }) =>
          edit({ outcome: OUTCOMES.find((value) => value === target.value) ?? 'any' })
        }
      />
      <Select
        label={t('period.label')}
        className="min-w-36 max-sm:flex-1"
        value={filter.period}
        options={PERIODS.map((value) => ({ value, label: t(`period.${value}`) }))}
        onChange={({ target }) =>
          edit({ period: PERIODS.find((value) => value === target.value) ?? 'any' })
        }
      />
      {filter.period === 'range' && (
        <>
          <TextField
            type="date"
            label={t('period.from')}
            max={filter.to || undefined}
            value={filter.from}
            onChange={({ target }) => edit({ from: target.value })}
          />
          <TextField
            type="date"
            label={t('period.to')}
            min={filter.from || undefined}
            value={filter.to}
            onChange={({ target }) => edit({ to: target.value })}
          />
        </>
      )}
    </div>
  );
}
