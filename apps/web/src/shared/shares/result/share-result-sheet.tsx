import { Button, buttonClassName } from '@satchel/ui/actions/button';
import { Chip } from '@satchel/ui/actions/chip';
import { QrCode } from '@satchel/ui/figures/qr-code';
import { SideSheet } from '@satchel/ui/overlays/side-sheet';
import { Link, useNavigate } from '@tanstack/react-router';
import { Check, Clock, ExternalLink, Eye, Lock, Plus, Share2 } from 'lucide-react';
import { type ComponentType, Fragment, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyTextButton } from '#shared/browser/copy-text-button.tsx';
import { useCountdown } from '#shared/countdown/use-countdown.ts';
import { serverNow } from '#shared/environment/server-clock.ts';
import { formatRelativeTime } from '#shared/format/format-time.ts';
import { plainName } from '#shared/format/plain-name.ts';
import { useLanguage } from '#shared/i18n/use-language.ts';
import { TaskActions } from '#shared/tasks/display/task-actions.tsx';
import { TaskBar } from '#shared/tasks/display/task-bar.tsx';
import { TaskStatus } from '#shared/tasks/display/task-status.tsx';
import { isUnderWay, type Task } from '#shared/tasks/task.ts';
import { useTask } from '#shared/tasks/use-tasks.ts';
import { type UnsavedEdits, useUnsavedEdits } from '#shared/unsaved/use-unsaved-edits.tsx';
import { rawTextUrl } from '../share-address.ts';
import {
  type LinkFacts,
  type NewLink,
  newLinkOf,
  type ShareResult,
  urlOf,
} from './share-result.ts';

/** Time that the link of a new share is shown, in seconds (CONTRACT F11). */
const HIDE_AFTER_SECONDS = 15;

/** Form that changes the options of a link. */
export type LinkOptions = ComponentType<LinkOptionsProps>;

export interface LinkOptionsProps {
  id: string;
  edits: UnsavedEdits;
  onSaved: (facts: LinkFacts | undefined) => void;
}

export interface ShareResultSheetProps {
  shown: ShareResult;
  /** Form that changes a link of this kind. */
  options: Record<NewLink['kind'], LinkOptions>;
  /** Called when the user has changed the options. */
  onChange: (link: NewLink) => void;
  onClose: () => void;
}

/**
 * Link of a new share, on whatever page the user is; the page stays usable. It hides after a countdown
 * (SPEC 4), which ends as soon as pointer or focus are in it (WCAG 2.2.1).
 */
export function ShareResultSheet({ shown, options, onChange, onClose }: ShareResultSheetProps) {
  const { t } = useTranslation('share-result');
  const { taskId, copying } = shown;
  const task = useTask(taskId ?? '');
  const link = taskId === undefined ? shown.link : task?.share;
  const [isTouched, setIsTouched] = useState(false);
  const [isChanging, setIsChanging] = useState(false);
  const edits = useUnsavedEdits(() => setIsChanging(false));
  const copyButton = useRef<HTMLButtonElement>(null);
  const [mayFocus] = useState(isKeyboardFree);
  const isCounting = link !== undefined && !isTouched;
  const secondsLeft = useCountdown(HIDE_AFTER_SECONDS, isCounting, onClose);
  // The user, or the task itself, has removed the task and with it its link.
  const isGone = taskId !== undefined && task === undefined;
  useEffect(() => {
    if (isGone) onClose();
  }, [isGone, onClose]);
  if (isGone) return null;
  const Options = link && options[link.kind];
  const touch = () => setIsTouched(true);
  const noticing = { onPointerMove: touch, onPointerDown: touch, onFocus: touch, onKeyDown: touch };

  return (
    <SideSheet
      isModal={false}
      onClose={isChanging ? edits.leave : onClose}
      title={link ? t('title') : t('sending', { name: plainName(task?.title ?? '') })}
      initialFocus={mayFocus ? copyButton : false}
      className="[--form-inset:1.25rem] sm:mt-14 sm:h-[calc(100%-3.5rem)] sm:w-[min(30rem,100vw)]"
      footer={
        !isChanging && (
          <div {...noticing} className="flex flex-1 flex-wrap items-center justify-between gap-x-3">
            <Another countdown={isCounting ? secondsLeft : null} onClose={onClose} />
          </div>
        )
      }
    >
      <div {...noticing} className="flex flex-col gap-4">
        {link && <Address url={urlOf(link)} />}
        {task && task.state !== 'completed' && <Progress task={task} hasLink={Boolean(link)} />}
        {link && !isChanging && (
          <>
            <LinkButtons link={link} copyButton={copyButton} />
            <div className="flex flex-wrap items-center gap-1.5">
              <Facts {...link} />
              <Button size="small" variant="quiet" onClick={() => setIsChanging(true)}>
                {t('change')}
              </Button>
            </div>
            <CopiedNote key={link.id} copying={copying} />
            <QrCode text={urlOf(link)} label={t('qr')} className="size-44 self-center rounded-lg" />
          </>
        )}
        {link && isChanging && Options && (
          <Options
            id={link.id}
            edits={edits}
            onSaved={(facts) => {
              setIsChanging(false);
              if (facts) onChange(newLinkOf(link.kind, { ...facts, id: link.id }));
            }}
          />
        )}
      </div>
      {edits.question}
    </SideSheet>
  );
}

/**
 * Whether the sheet may take the focus: of somebody who uses the keyboard and is not typing. After a click it
 * stays where it is.
 */
function isKeyboardFree(): boolean {
  const focused = document.activeElement;
  const isTyping = focused?.matches('input, textarea, [contenteditable="true"]');
  return !isTyping && focused?.matches(':focus-visible') === true;
}

/** The whole address. It breaks after a slash, before it breaks within a word. */
function Address({ url }: { url: string }) {
  const parts = url.split(/(?<=\/)(?!\/)/);
  return (
    <p className="rounded-md border border-line bg-raised px-3.5 py-3 font-mono text-base leading-relaxed wrap-anywhere select-all">
      <a href={url} className="text-accent underline underline-offset-2">
        {parts.map((part, index) => (
          <Fragment key={index}>
            {part}
            <wbr />
          </Fragment>
        ))}
      </a>
    </p>
  );
}

interface LinkButtonsProps {
  link: NewLink;
  copyButton: React.RefObject<HTMLButtonElement | null>;
}

function LinkButtons({ link, copyButton }: LinkButtonsProps) {
  const { t } = useTranslation('share-result');
  const url = urlOf(link);
  return (
    <div className="flex flex-wrap gap-2 max-sm:[&>*]:flex-auto">
      <CopyTextButton ref={copyButton} variant="primary" text={url} label={t('copyLink')} />
      {'share' in navigator && (
        <Button
          icon={<Share2 />}
          onClick={() => void navigator.share({ url }).catch(() => undefined)}
        >
          {t('share')}
        </Button>
      )}
      {link.kind === 'text' && <CopyTextButton text={rawTextUrl(link.slug)} label={t('copyRaw')} />}
      <a href={url} target="_blank" rel="noopener" className={buttonClassName()}>
        <ExternalLink />
        {t('open')}
      </a>
    </div>
  );
}

/** Says that the link is in the clipboard, as soon as it is; to screen readers else that there is one. */
function CopiedNote({ copying }: { copying: Promise<unknown> | undefined }) {
  const { t } = useTranslation('share-result');
  const [isCopied, setIsCopied] = useState<boolean>();
  useEffect(() => {
    // Browsers copy shortly after a click. If they refuse, the user can press the button.
    (copying ?? Promise.reject()).then(
      () => setIsCopied(true),
      () => setIsCopied(false),
    );
  }, [copying]);
  return (
    <p
      role="status"
      className={isCopied ? 'flex items-center gap-1.5 text-meta text-success' : 'sr-only'}
    >
      {isCopied && <Check className="size-4" />}
      {isCopied !== undefined && t(isCopied ? 'autoCopied' : 'title')}
    </p>
  );
}

/** The upload behind a link, until it is complete. */
function Progress({ task, hasLink }: { task: Task; hasLink: boolean }) {
  const { t } = useTranslation('share-result');
  return (
    <div>
      {hasLink && isUnderWay(task.state) && (
        <p className="mb-2 text-meta text-ink-muted">{t('arriving')}</p>
      )}
      <div className="flex items-center gap-2">
        <div className="min-w-0 flex-1">
          <TaskStatus task={task} />
          <TaskBar task={task} />
        </div>
        <TaskActions task={task} />
      </div>
      {location.pathname !== '/upload' && (
        <Link
          to="/upload"
          className="touch-target mt-1 inline-flex text-label text-accent underline-offset-2 hover:underline"
        >
          {t('uploads')}
        </Link>
      )}
    </div>
  );
}

/** Options of the new share, so that the user notices a wrong one before sending the link. */
function Facts({ has_password, max_views, expires_at }: LinkFacts) {
  const { t } = useTranslation(['shares', 'share-views']);
  const language = useLanguage();
  return (
    <>
      <Chip
        icon={<Clock />}
        label={
          expires_at === null
            ? t('summary.expiry.0')
            : t('share-views:details.expires', {
                when: formatRelativeTime(expires_at, serverNow(), language),
              })
        }
        tone={expires_at === null ? 'neutral' : 'saddle'}
      />
      <Chip
        icon={<Lock />}
        label={t(has_password ? 'summary.password' : 'summary.noPassword')}
        tone={has_password ? 'saddle' : 'neutral'}
      />
      {max_views !== null && (
        <Chip icon={<Eye />} label={t('summary.maxViews', { count: max_views })} tone="saddle" />
      )}
    </>
  );
}

/** Pages on which shares are made. */
const MAKERS = ['/', '/upload'] as const;

/** Ends the result, and offers the page for another share. */
function Another({ countdown, onClose }: { countdown: number | null; onClose: () => void }) {
  const { t } = useTranslation(['share-result', 'shell']);
  const navigate = useNavigate();
  const [maker] = useState(() => MAKERS.find((path) => path === location.pathname));

  function again() {
    onClose();
    if (!maker) return;
    if (location.pathname !== maker) void navigate({ to: maker });
    // After the sheet has given the focus back.
    else setTimeout(() => firstField()?.focus());
  }

  return (
    <>
      <span aria-hidden="true" className="text-xs text-ink-muted tabular-nums">
        {countdown !== null && t('hides', { seconds: countdown })}
      </span>
      <Button icon={maker && <Plus />} onClick={again}>
        {maker ? t('another') : t('shell:actions.close')}
      </Button>
    </>
  );
}

/** The field for the next text, or the first control of the page. */
function firstField(): HTMLElement | null {
  const main = document.querySelector('main');
  return (
    main?.querySelector<HTMLElement>('[contenteditable="true"], textarea') ??
    main?.querySelector<HTMLElement>('button') ??
    null
  );
}
