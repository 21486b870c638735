import { showToast } from '@satchel/ui/feedback/toast-store';
import i18next from 'i18next';

/** Says that the visit to a link has ended, wherever the visitor looks, such as at a preview. */
export function tellVisitEnd(): void {
  showToast('error', i18next.t('share-views:recipient.visitEnded'), {
    action: {
      label: i18next.t('share-views:recipient.openAgain'),
      onAction: () => window.location.reload(),
    },
  });
}
