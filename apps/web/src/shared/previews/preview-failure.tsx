import { ErrorState } from '@satchel/ui/feedback/error-state';
import { useTranslation } from 'react-i18next';

export type PreviewFailureReason = 'failed' | 'unsupported' | 'unreadable' | 'picture' | 'tooLarge';

export function PreviewFailure({ reason }: { reason: PreviewFailureReason }) {
  const { t } = useTranslation('previews');
  return <ErrorState title={t(`${reason}.title`)} description={t(`${reason}.description`)} />;
}
