import { showToast } from '@satchel/ui/toast-store';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { refreshSiteConfig } from '#shared/site/site-config.ts';
import { onQueueMessage } from './queue/queue-messages.ts';
import type { QueuedChange } from './queue/queued-change.ts';

/** Over the list of what waits it would only be in the way. */
export const REFUSED_TOAST = 'offline-change-refused';

/** Several changes are told together. */
const GATHERED_MS = 500;

/** Says how what waited went, and has the pages read anew what it has changed. */
export function useQueueResults(onView: () => void): void {
  const { t } = useTranslation('offline', { useSuspense: false });
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const view = useRef(onView);
  view.current = onView;

  useEffect(() => {
    let applied: QueuedChange[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    function tell() {
      showToast('success', t('toasts.applied', { count: applied.length }));
      for (const { type, endpoint } of applied) {
        const slug = /files\/([^/]+)\/verify$/.exec(endpoint)?.[1];
        if (type !== 'verifyFilePassword' || slug === undefined) continue;
        const onAction = () => void navigate({ to: '/file/$slug', params: { slug } });
        showToast('success', t('toasts.unlocked'), {
          action: { label: t('toasts.openFile'), onAction },
        });
      }
      if (applied.some(({ type }) => type === 'updateGroupSettings')) void refreshSiteConfig();
      applied = [];
      void queryClient.invalidateQueries({ queryKey: ['private'] });
      void queryClient.invalidateQueries({ queryKey: ['upload-limits'] });
    }
    const stop = onQueueMessage((message) => {
      if (message.kind === 'applied') {
        applied.push(message.change);
        clearTimeout(timer);
        timer = setTimeout(tell, GATHERED_MS);
      }
      if (message.kind === 'failed') showToast('error', t('toasts.failed'));
      if (message.kind === 'refused') {
        const action = { label: t('bar.view'), onAction: () => view.current() };
        showToast('error', t('toasts.refused'), { id: REFUSED_TOAST, action });
      }
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [t, queryClient, navigate]);
}
