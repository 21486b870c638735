import { buttonClassName } from '@satchel/ui/actions/button';
import { Notice } from '@satchel/ui/feedback/notice';
import { Link, useRouterState } from '@tanstack/react-router';
import { LogIn } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#shared/session/use-session.ts';
import { writeStored } from '#shared/storage/browser-storage.ts';

/** Replaces a page if the visitor is not logged in, or the API key lacks the permission. */
export function LoginNotice({ purpose }: { purpose: 'create' | 'upload' }) {
  const { t } = useTranslation('shares');
  const isLoggedIn = useSession().kind !== 'none';
  // Removing a value fails only where the browser blocks site data.
  const isUnkept = purpose === 'create' && !writeStored('probe', null);
  if (isLoggedIn) return <Notice tone="warning">{t('login.forbidden')}</Notice>;
  return (
    <Notice icon={<LogIn />} action={<LoginLink />}>
      {t(`login.${isUnkept ? 'unkept' : purpose}`)}
    </Notice>
  );
}

/** Leads to the log-in, and from there back to this page. */
export function LoginLink() {
  const { t } = useTranslation('shares');
  const redirect = useRouterState({ select: (state) => state.location.href });
  return (
    <Link to="/admin" search={{ redirect }} className={buttonClassName('primary')}>
      {t('login.action')}
    </Link>
  );
}
