import { copyText } from '@satchel/ui/actions/copy-button';
import { showToast } from '@satchel/ui/feedback/toast-store';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { type NewLink, newLinkOf, showResult, urlOf } from '#shared/shares/result/share-result.ts';
import { refreshSiteConfig } from '#shared/site/site-config.ts';
import { onQueueMessage, type QueueMessage } from './queue/queue-messages.ts';

/** Id of the toast about refused changes. The queue dialog closes it, because it shows the same refusals. */
export const REFUSED_TOAST = 'offline-change-refused';

/** Changes that are applied within this time share one toast. */
const GATHERED_MS = 500;

type AppliedChange = Extract<QueueMessage, { kind: 'applied' }>;

/** Shows the results of queued changes, and invalidates the queries that they affect. */
export function useQueueResults(onView: () => void): void {
  const { t } = useTranslation('offline', { useSuspense: false });
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const view = useEffectEvent(onView);

  useEffect(() => {
    let applied: AppliedChange[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    function tell() {
      const link = applied.map(createdLink).findLast((each) => each !== undefined);
      const action = link && {
        label: t('toasts.showLink'),
        onAction: () => showResult({ link, copying: copyText(urlOf(link)) }),
      };
      const words = t('toasts.applied', { count: applied.length });
      showToast('success', words, action ? { action } : {});
      const changes = applied.map(({ change }) => change);
      for (const { type, endpoint } of changes) {
        const fileSlug = /files\/([^/]+)\/verify$/.exec(endpoint)?.[1];
        if (type !== 'verifyFilePassword' || fileSlug === undefined) continue;
        const onAction = () => void navigate({ to: '/file/$slug', params: { slug: fileSlug } });
        showToast('success', t('toasts.unlocked'), {
          action: { label: t('toasts.openFile'), onAction },
        });
      }
      if (changes.some(({ type }) => type === 'updateGroupSettings')) void refreshSiteConfig();
      applied = [];
      void queryClient.invalidateQueries({ queryKey: ['private'] });
      void queryClient.invalidateQueries({ queryKey: ['upload-limits'] });
    }
    const stop = onQueueMessage((message) => {
      if (message.kind === 'applied') {
        applied.push(message);
        clearTimeout(timer);
        timer = setTimeout(tell, GATHERED_MS);
      }
      if (message.kind === 'failed') showToast('error', t('toasts.failed'));
      if (message.kind === 'refused') {
        const action = { label: t('bar.view'), onAction: () => view() };
        showToast('error', t('toasts.refused'), { id: REFUSED_TOAST, action });
      }
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [t, queryClient, navigate]);
}

/** Link of a text that was created offline and now exists. */
function createdLink({ change, reply }: AppliedChange): NewLink | undefined {
  if (change.type !== 'createPaste') return undefined;
  const { data } = reply as { readonly data?: Parameters<typeof newLinkOf>[1] | null };
  return data ? newLinkOf('text', data) : undefined;
}
