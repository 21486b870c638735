import { showToast } from '@satchel/ui/feedback/toast-store';
import { createFileRoute, redirect } from '@tanstack/react-router';
import i18next from 'i18next';
import { loadTexts } from '#shared/i18n/i18n.ts';

/** Redirects unknown paths to Home (SPEC 2). */
export const Route = createFileRoute('/$')({
  async beforeLoad({ preload }) {
    await loadTexts('shell');
    if (!preload) showToast('info', i18next.t('shell:notFound'));
    throw redirect({ to: '/', replace: true });
  },
});
