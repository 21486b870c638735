import { formatBytes } from '@satchel/api-client/format-bytes';
import { Button } from '@satchel/ui/actions/button';
import { Card } from '@satchel/ui/layout/card';
import { CircleCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyTextButton } from '#shared/browser/copy-text-button.tsx';
import type { FinishedDelivery } from '../delivery/delivery-session.ts';

export interface DeliveryReceiptProps {
  receipt: FinishedDelivery;
  onMore: () => void;
}

/** Thanks for a delivery, with its receipt number. */
export function DeliveryReceipt({ receipt, onMore }: DeliveryReceiptProps) {
  const { t } = useTranslation('upload-requests');
  const heading = useRef<HTMLHeadingElement>(null);
  // Screen readers and keyboards arrive here from a form that is gone.
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="flex flex-1 items-start justify-center px-4 py-10 sm:py-[12vh]">
      <Card className="flex w-full max-w-md flex-col items-center gap-5 p-6 text-center shadow-md sm:p-9">
        <span
          aria-hidden="true"
          className="inline-flex size-14 items-center justify-center rounded-2xl bg-success-soft text-success"
        >
          <CircleCheck className="size-7" />
        </span>
        <div className="flex flex-col gap-1.5">
          <h1 ref={heading} tabIndex={-1} className="text-title outline-none">
            {t('thanks.title')}
          </h1>
          <p className="text-body text-ink-muted">
            {t('thanks.received', {
              count: receipt.file_count,
              size: formatBytes(receipt.total_size),
            })}
          </p>
        </div>
        <dl className="w-full rounded-lg bg-sunken px-4 py-3.5">
          <dt className="text-caption text-ink-muted">{t('thanks.receipt')}</dt>
          <dd className="figures mt-0.5 font-mono text-heading tracking-wider">
            {receipt.receipt}
          </dd>
        </dl>
        <p className="text-meta text-ink-muted">{t('thanks.receiptHint')}</p>
        <div className="flex flex-wrap justify-center gap-2">
          <CopyTextButton text={receipt.receipt} label={t('thanks.copy')} />
          <Button variant="quiet" onClick={onMore}>
            {t('thanks.more')}
          </Button>
        </div>
      </Card>
    </div>
  );
}
