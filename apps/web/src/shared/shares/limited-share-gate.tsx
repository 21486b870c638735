import { Button } from '@satchel/ui/button';
import { Card } from '@satchel/ui/card';
import { Eye } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

export interface LimitedShareGateProps {
  viewsLeft: number;
  onOpen: () => void;
  children?: ReactNode;
}

/** Asks before a limited share is opened, so that link previews and stray clicks cost no view. */
export function LimitedShareGate({ viewsLeft, onOpen, children }: LimitedShareGateProps) {
  const { t } = useTranslation('share-views');
  return (
    <div className="flex flex-1 items-start justify-center px-4 py-10 sm:py-16">
      <Card className="flex w-full max-w-sm flex-col items-start gap-4 p-6">
        <div className="flex items-center gap-3">
          <span
            aria-hidden="true"
            className="inline-flex size-10 items-center justify-center rounded-full bg-accent-soft text-accent-strong"
          >
            <Eye className="size-5" />
          </span>
          <h1 className="text-base font-semibold">{t('limited.title')}</h1>
        </div>
        <p className="text-sm text-ink-muted">{t('limited.description', { count: viewsLeft })}</p>
        <Button variant="primary" className="w-full" onClick={onOpen}>
          {t('limited.open')}
        </Button>
        {children}
      </Card>
    </div>
  );
}
