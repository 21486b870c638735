import { serverNow } from '#shared/environment/server-clock.ts';
import { formatDateTime, formatRelativeTime } from '#shared/format/format-time.ts';
import { useLanguage } from '#shared/i18n/use-language.ts';

/** A relative time, with the exact time as tooltip. */
export function TimeCell({ time }: { time: string }) {
  const language = useLanguage();
  return (
    <time dateTime={time} title={formatDateTime(time, language)} className="text-ink-muted">
      {formatRelativeTime(time, serverNow(), language)}
    </time>
  );
}
