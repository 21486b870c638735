import { Link } from '@tanstack/react-router';
import { StickyNote } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { plainName } from '#shared/format/plain-name.ts';
import type { ManagedShare } from './managed-share.ts';

/** First cell of a share's row: its title and its link. */
export function ShareTitle({ share }: { share: ManagedShare }) {
  const { t } = useTranslation('share-lists');
  return (
    <div className="flex items-center gap-2.5">
      <span aria-hidden="true" className="text-ink-faint max-sm:hidden [&_svg]:size-4.5">
        {share.icon}
      </span>
      <div className="min-w-0">
        <Link
          to={share.path}
          className="block truncate font-medium text-ink underline-offset-2 hover:underline pointer-coarse:-my-2.5 pointer-coarse:py-2.5"
        >
          {plainName(share.title)}
        </Link>
        <p className="truncate text-xs text-ink-muted">{share.detail}</p>
        {share.note && (
          <p className="flex items-center gap-1 text-xs text-saddle">
            <StickyNote className="size-3 shrink-0" />
            <span className="sr-only">{t('columns.note')}: </span>
            <span className="truncate">{share.note}</span>
          </p>
        )}
      </div>
    </div>
  );
}
