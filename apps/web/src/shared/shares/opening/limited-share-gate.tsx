import { Button } from '@satchel/ui/actions/button';
import { Eye } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ShareGate } from './share-gate.tsx';

export interface LimitedShareGateProps {
  viewsLeft: number;
  /** Name of the share. */
  subtitle?: ReactNode;
  onOpen: () => void;
  /** Other ways to open the share, such as the owner's. */
  children?: ReactNode;
}

/**
 * Asks before a limited share is opened, so that link previews and accidental clicks do not use up a view.
 */
export function LimitedShareGate({ viewsLeft, subtitle, onOpen, children }: LimitedShareGateProps) {
  const { t } = useTranslation('share-views');
  return (
    <ShareGate icon={<Eye />} title={t('limited.title')} subtitle={subtitle}>
      <div className="flex flex-col gap-3">
        <p className="text-center text-body text-ink-muted">
          {t('limited.description', { count: viewsLeft })}
        </p>
        <Button variant="primary" className="w-full" onClick={onOpen}>
          {t('limited.open')}
        </Button>
        {children}
      </div>
    </ShareGate>
  );
}
