import { Notice } from '@satchel/ui/feedback/notice';
import { Skeleton } from '@satchel/ui/feedback/skeleton';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#shared/format/format-number.ts';
import { useLanguage } from '#shared/i18n/use-language.ts';
import { PreviewFailure } from '#shared/previews/preview-failure.tsx';
import type { CsvResult } from './csv-worker.ts';
import { TableRows } from './table-rows.tsx';

/** Shows a CSV file of any length as a table. A worker parses it. */
export function TableView({ text, name }: { text: string; name: string }) {
  const { t } = useTranslation('entry-preview');
  const language = useLanguage();
  const [result, setResult] = useState<CsvResult | 'failed' | null>(null);

  useEffect(() => {
    const worker = new Worker(new URL('./csv-worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<CsvResult>) => setResult(data));
    worker.addEventListener('error', () => setResult('failed'));
    worker.postMessage(text);
    return () => worker.terminate();
  }, [text]);

  if (result === 'failed') return <PreviewFailure reason="failed" />;
  if (!result) return <Skeleton className="m-4 h-80" />;
  return (
    <>
      {result.hasProblems && (
        <div className="p-3">
          <Notice tone="warning">{t('table.problems')}</Notice>
        </div>
      )}
      <TableRows rows={result.rows} name={name} />
      <p role="status" className="border-t border-line px-4 py-1.5 text-caption text-ink-muted">
        {t('table.size', {
          count: Math.max(result.rows.length - 1, 0),
          rows: formatNumber(Math.max(result.rows.length - 1, 0), language),
        })}
      </p>
    </>
  );
}
