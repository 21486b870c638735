import { Button } from '@satchel/ui/actions/button';
import { useSelector } from '@tanstack/react-store';
import { CloudOff, Hourglass } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatRelativeTime } from '#shared/format/format-time.ts';
import { useLanguage } from '#shared/i18n/use-language.ts';
import { isConnected } from '../connection.ts';
import { oldestCopyMs } from '../kept/kept-queries.ts';
import type { QueuedChange } from '../queue/queued-change.ts';
import { Bar } from './bar.tsx';

export interface OfflineBarProps {
  changes: readonly QueuedChange[];
  onView: () => void;
}

/**
 * Shows that the server is unreachable, the age of the cached data, and the number of queued changes (SPEC
 * 4).
 */
export function OfflineBar({ changes, onView }: OfflineBarProps) {
  const { t } = useTranslation('offline');
  const language = useLanguage();
  const isOnline = useSelector(isConnected);
  const copiedAtMs = useSelector(oldestCopyMs);
  const refused = changes.filter(({ status }) => status === 'refused').length;
  const waiting = changes.length - refused;
  if (isOnline && copiedAtMs === null && changes.length === 0) return null;
  const sentences = [
    !isOnline && t('bar.offline'),
    copiedAtMs !== null &&
      t('bar.copy', {
        age: formatRelativeTime(new Date(copiedAtMs).toISOString(), Date.now(), language),
      }),
    waiting > 0 && t('bar.waiting', { count: waiting }),
    refused > 0 && t('bar.refused', { count: refused }),
  ];
  return (
    <Bar
      label={t('bar.label')}
      icon={isOnline ? <Hourglass /> : <CloudOff />}
      actions={
        changes.length > 0 && (
          <Button size="small" onClick={onView}>
            {t('bar.view')}
          </Button>
        )
      }
    >
      {sentences.filter(Boolean).join(' ')}
    </Bar>
  );
}
