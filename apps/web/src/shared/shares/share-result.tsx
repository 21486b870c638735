import { Button, buttonClassName } from '@satchel/ui/actions/button';
import { Chip } from '@satchel/ui/actions/chip';
import { CloseButton } from '@satchel/ui/actions/close-button';
import { copyText } from '@satchel/ui/actions/copy-button';
import { IconButton } from '@satchel/ui/actions/icon-button';
import { QrCode } from '@satchel/ui/figures/qr-code';
import { Clock, ExternalLink, Eye, Lock, Pin, Share2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyTextButton } from '#shared/browser/copy-text-button.tsx';
import { useCountdown } from '#shared/countdown/use-countdown.ts';
import { formatRelativeTime } from '#shared/format/format-time.ts';
import { useLanguage } from '#shared/i18n/use-language.ts';

/** Time that the link of a new share is shown, in seconds (CONTRACT F11). */
const HIDE_AFTER_SECONDS = 15;

export interface ShareResultProps {
  url: string;
  rawUrl?: string;
  facts: ResultFactsProps;
  onHide: () => void;
}

/** Link of a new share. It hides after a countdown (SPEC 4), which pauses on hover or focus (WCAG 2.2.1). */
export function ShareResult({ url, rawUrl, facts, onHide }: ShareResultProps) {
  const { t } = useTranslation('shares');
  const [isKept, setIsKept] = useState(false);
  const [isHeld, setIsHeld] = useState(false);
  const [isCopied, setIsCopied] = useState(false);
  const box = useRef<HTMLElement>(null);
  const secondsLeft = useCountdown(HIDE_AFTER_SECONDS, !isKept && !isHeld, onHide);

  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  useEffect(() => {
    // Browsers allow it shortly after a click. If they refuse, the user can press the button.
    copyText(url).then(
      () => setIsCopied(true),
      () => undefined,
    );
  }, [url]);

  return (
    <section
      ref={box}
      aria-label={t('result.title')}
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
      className="animate-appear rounded-xl border border-accent/40 bg-accent-soft p-4 shadow-md sm:p-5"
    >
      <div className="flex items-center gap-2">
        <h2 className="text-heading">{t('result.title')}</h2>
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
        <CloseButton onClick={onHide} />
      </div>
      <div className="mt-3 flex flex-wrap items-start gap-5">
        <div className="min-w-0 flex-[1_1_18rem] space-y-3">
          <p className="rounded-md border border-line bg-raised px-3 py-2.5 font-mono text-body wrap-anywhere">
            <a href={url} className="text-accent underline underline-offset-2">
              {url}
            </a>
          </p>
          <div className="flex flex-wrap gap-2">
            <CopyTextButton variant="primary" text={url} label={t('result.copyLink')} />
            {'share' in navigator && (
              <Button
                icon={<Share2 className="size-4" />}
                onClick={() => void navigator.share({ url }).catch(() => undefined)}
              >
                {t('result.share')}
              </Button>
            )}
            {rawUrl && <CopyTextButton text={rawUrl} label={t('result.copyRaw')} />}
            <a href={url} target="_blank" rel="noopener" className={buttonClassName()}>
              <ExternalLink aria-hidden="true" className="size-4" />
              {t('result.open')}
            </a>
          </div>
          <ResultFacts {...facts} />
          {isCopied && <p className="text-meta text-ink-muted">{t('result.autoCopied')}</p>}
        </div>
        <QrCode
          text={url}
          label={t('result.qr')}
          className="size-44 shrink-0 rounded-lg max-sm:mx-auto"
        />
      </div>
    </section>
  );
}

interface ResultFactsProps {
  readonly hasPassword: boolean;
  readonly maxViews: number | null;
  readonly expiresAt: string | null;
}

/** Options of the new share, so that the user notices a wrong one before sending the link. */
function ResultFacts({ hasPassword, maxViews, expiresAt }: ResultFactsProps) {
  const { t } = useTranslation(['shares', 'share-views']);
  const language = useLanguage();
  return (
    <div className="flex flex-wrap gap-1.5">
      <Chip
        icon={<Clock />}
        label={
          expiresAt === null
            ? t('summary.expiry.0')
            : t('share-views:details.expires', {
                when: formatRelativeTime(expiresAt, Date.now(), language),
              })
        }
        tone={expiresAt === null ? 'neutral' : 'saddle'}
      />
      <Chip
        icon={<Lock />}
        label={t(hasPassword ? 'summary.password' : 'summary.noPassword')}
        tone={hasPassword ? 'saddle' : 'neutral'}
      />
      {maxViews !== null && (
        <Chip icon={<Eye />} label={t('summary.maxViews', { count: maxViews })} tone="saddle" />
      )}
    </div>
  );
}
