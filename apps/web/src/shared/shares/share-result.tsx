import { buttonClassName } from '@satchel/ui/button';
import { CopyButton } from '@satchel/ui/copy-button';
import { IconButton } from '@satchel/ui/icon-button';
import { QrCode } from '@satchel/ui/qr-code';
import { showToast } from '@satchel/ui/toast-store';
import { ExternalLink, Pin, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCountdown } from './use-countdown.ts';

/** How long the link of a new share is shown, in seconds (CONTRACT F11). */
const HIDE_AFTER_SECONDS = 15;

export interface ShareResultProps {
  url: string;
  rawUrl?: string;
  onHide: () => void;
}

/** Hides after a countdown (SPEC 4), which stops while pointer or focus is on it (WCAG 2.2.1). */
export function ShareResult({ url, rawUrl, onHide }: ShareResultProps) {
  const { t } = useTranslation(['shares', 'shell']);
  const [isKept, setIsKept] = useState(false);
  const [isHeld, setIsHeld] = useState(false);
  const box = useRef<HTMLElement>(null);
  const secondsLeft = useCountdown(HIDE_AFTER_SECONDS, !isKept && !isHeld, onHide);
  const refuseCopy = () => showToast('error', t('shell:copyFailed'));

  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' });
  }, []);

  return (
    <section
      ref={box}
      aria-label={t('result.title')}
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
      className="animate-appear rounded-lg border border-accent/40 bg-accent-soft p-4"
    >
      <div className="flex items-center gap-2">
        <h2 className="font-semibold">{t('result.title')}</h2>
        <span className="ml-auto text-xs text-ink-muted tabular-nums" aria-hidden="true">
          {isKept ? '' : isHeld ? t('result.paused') : t('result.hides', { seconds: secondsLeft })}
        </span>
        {!isKept && (
          <IconButton
            size="small"
            label={t('result.keep')}
            icon={<Pin />}
            onClick={() => setIsKept(true)}
          />
        )}
        <IconButton
          size="small"
          label={t('result.close')}
          icon={<X />}
          tooltipSide="bottom-end"
          onClick={onHide}
        />
      </div>
      <div className="mt-3 flex flex-wrap items-start gap-4">
        <div className="min-w-0 flex-[1_1_18rem] space-y-3">
          <p className="rounded-md border border-line bg-raised px-3 py-2 font-mono text-sm wrap-anywhere">
            <a href={url} className="text-accent underline underline-offset-2">
              {url}
            </a>
          </p>
          <div className="flex flex-wrap gap-2">
            <CopyButton
              variant="primary"
              text={url}
              label={t('result.copyLink')}
              copiedLabel={t('result.copied')}
              onFail={refuseCopy}
            />
            {rawUrl && (
              <CopyButton
                text={rawUrl}
                label={t('result.copyRaw')}
                copiedLabel={t('result.copied')}
                onFail={refuseCopy}
              />
            )}
            <a href={url} target="_blank" rel="noopener" className={buttonClassName()}>
              <ExternalLink aria-hidden="true" className="size-4" />
              {t('result.open')}
            </a>
          </div>
        </div>
        <QrCode text={url} label={t('result.qr')} className="size-32 shrink-0 rounded-md" />
      </div>
    </section>
  );
}
