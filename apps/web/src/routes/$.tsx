import { showToast } from '@satchel/ui/feedback/toast-store';
import { createFileRoute, redirect } from '@tanstack/react-router';
import i18next from 'i18next';

/** Redirects unknown paths to Home (SPEC 2). */
export const Route = createFileRoute('/$')({
  beforeLoad({ location, preload }) {
    if (!preload) showToast('info', i18next.t('notFound', { path: location.pathname }));
    throw redirect({ to: '/', replace: true });
  },
});
