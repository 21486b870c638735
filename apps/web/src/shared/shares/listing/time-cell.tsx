import { formatDateTime, formatRelativeTime } from '#shared/format/format-time.ts';
import { useLanguage } from '#shared/i18n/use-language.ts';

/** A time as people say it, with the exact one under the pointer. */
export function TimeCell({ time }: { time: string }) {
  const language = useLanguage();
  return (
    <time dateTime={time} title={formatDateTime(time, language)} className="text-ink-muted">
      {formatRelativeTime(time, Date.now(), language)}
    </time>
  );
}
