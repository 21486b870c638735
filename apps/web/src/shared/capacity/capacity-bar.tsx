import { formatBytes } from '@satchel/api-client/format-bytes';
import { ProgressBar } from '@satchel/ui/feedback/progress-bar';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#shared/format/format-number.ts';
import { useLanguage } from '#shared/i18n/use-language.ts';

export interface CapacityBarProps {
  /** Name of the storage. */
  name: string;
  usedBytes: number;
  /** Null if the storage has no limit. */
  limitBytes: number | null;
  fileCount: number;
}

/** Fraction from which the bar warns. */
const NEARLY_FULL = 0.9;

/** Shows the used capacity of a storage. */
export function CapacityBar({ name, usedBytes, limitBytes, fileCount }: CapacityBarProps) {
  const { t } = useTranslation('panel');
  const language = useLanguage();
  const fraction = limitBytes ? Math.min(1, usedBytes / limitBytes) : 0;
  const words = limitBytes
    ? t('capacity.of', { used: formatBytes(usedBytes), limit: formatBytes(limitBytes) })
    : t('capacity.unlimited', { used: formatBytes(usedBytes) });
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex flex-wrap justify-between gap-x-3 text-meta figures">
        <span className="text-ink">{words}</span>
        <span className="text-ink-muted">
          {t('capacity.files', { count: fileCount, number: formatNumber(fileCount, language) })}
        </span>
      </div>
      {limitBytes !== null && (
        <ProgressBar
          label={t('capacity.label', { name })}
          fraction={fraction}
          tone={fraction >= NEARLY_FULL ? 'danger' : 'accent'}
        />
      )}
    </div>
  );
}
