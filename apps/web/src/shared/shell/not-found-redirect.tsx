import { showToast } from '@satchel/ui/toast-store';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { usePageTitle } from '#shared/site/use-page-title.ts';

/** Sends unknown paths to Home (SPEC 2). */
export function NotFoundRedirect() {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const path = useRouterState({ select: (state) => state.location.pathname });
  usePageTitle(t('titles.notFound'));
  useEffect(() => {
    showToast('info', t('notFound', { path }));
    void navigate({ to: '/', replace: true });
  }, [navigate, path, t]);
  return null;
}
