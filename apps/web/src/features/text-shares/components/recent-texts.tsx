import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FileText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { serverNow } from '#shared/environment/server-clock.ts';
import { formatRelativeTime } from '#shared/format/format-time.ts';
import { useLanguage } from '#shared/i18n/use-language.ts';
import { recentTextSharesOptions, titleOf } from '../queries.ts';

/** Lists the user's newest texts, for quick access. */
export function RecentTexts() {
  const { t } = useTranslation('text-shares');
  const language = useLanguage();
  const list = useQuery(recentTextSharesOptions());
  const shares = list.data?.rows ?? [];
  if (shares.length === 0) return null;
  return (
    <section aria-labelledby="recent-texts" className="mt-2">
      <div className="flex items-baseline justify-between gap-3">
        <h2 id="recent-texts" className="text-heading">
          {t('recent.title')}
        </h2>
        <Link
          to="/admin/text-management"
          className="touch-target inline-flex items-center text-label text-accent underline-offset-2 hover:underline"
        >
          {t('recent.all')}
        </Link>
      </div>
      <ul className="mt-2 grid gap-2 sm:grid-cols-2 lg:grid-cols-3 2xl:grid-cols-5">
        {shares.map((share) => (
          <li key={share.id} className="min-w-0">
            <Link
              to="/paste/$slug"
              params={{ slug: share.slug }}
              className="flex h-full items-start gap-2.5 rounded-lg border border-line bg-surface p-3 transition-colors hover:border-line-strong hover:bg-raised"
            >
              <FileText className="mt-0.5 size-4 shrink-0 text-saddle" />
              <span className="min-w-0">
                <span className="block truncate text-label text-ink">{titleOf(share)}</span>
                <span className="text-caption text-ink-faint">
                  {formatRelativeTime(share.created_at, serverNow(), language)} · {share.slug}
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
