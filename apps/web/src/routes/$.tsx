import { showToast } from '@satchel/ui/feedback/toast-store';
import { createFileRoute, redirect } from '@tanstack/react-router';
import i18next from 'i18next';

/** Redirects unknown paths to Home (SPEC 2). */
export const Route = createFileRoute('/$')({
  beforeLoad({ preload }) {
    if (!preload) showToast('info', i18next.t('notFound'));
    throw redirect({ to: '/', replace: true });
  },
});
