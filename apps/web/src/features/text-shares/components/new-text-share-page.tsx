import { can } from '@satchel/api-client/permissions';
import { ActionBar } from '@satchel/ui/actions/action-bar';
import { Button } from '@satchel/ui/actions/button';
import { Kbd } from '@satchel/ui/actions/kbd';
import { Disclosure } from '@satchel/ui/layout/disclosure';
import { useMutation } from '@tanstack/react-query';
import { createAtom, useSelector } from '@tanstack/react-store';
import { Share2 } from 'lucide-react';
import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { IS_TOUCH } from '#shared/environment/is-touch.ts';
import { lazyPart } from '#shared/loading/lazy-part.tsx';
import { useDraft } from '#shared/markdown/drafts/use-draft.ts';
import { MarkdownEditor } from '#shared/markdown/editor/markdown-editor.tsx';
import { usePrincipal } from '#shared/session/use-session.ts';
import { isAboutSlug } from '#shared/shares/is-about-slug.ts';
import { LoginNotice } from '#shared/shares/login-notice.tsx';
import { useOptionsSummary } from '#shared/shares/options/options-summary.ts';
import { NO_OPTIONS, problemsOfOptions } from '#shared/shares/options/share-options.ts';
import { usePageTitle } from '#shared/site/use-page-title.ts';
import { type DetectedKind, detectKind } from '#shared/text/detect-kind.ts';
import { useHeldState } from '#shared/unsaved/use-held-state.ts';
import type { ShareFiles, TextBeside } from '../attachments.ts';
import { useCreateTextShare } from '../mutations.ts';

const NewTextOptions = lazyPart(() =>
  import('./new-text-options.tsx').then((module) => module.NewTextOptions),
);
const loadRefusalNotice = () => import('#shared/shares/refusal-notice.tsx');
const RefusalNotice = lazyPart(() => loadRefusalNotice().then((module) => module.RefusalNotice));
const TextKindSelect = lazyPart(
  () => {
    // Loads ahead, because the server that refuses or is away could not send it later.
    loadRefusalNotice().catch(() => undefined);
    return import('./text-kind-select.tsx').then((module) => module.TextKindSelect);
  },
  <span className="h-9 w-48" />,
);
const RecentTexts = lazyPart(() =>
  import('./recent-texts.tsx').then((module) => module.RecentTexts),
);

const NO_FILES = createAtom(false);

/** The parts of Home for files, which load later and only for those who may attach files. */
function useAttachments(mayAttach: boolean) {
  const [parts, setParts] = useState<typeof import('../attachments.ts')>();
  useEffect(() => {
    if (mayAttach) import('../attachments.ts').then(setParts, () => undefined);
  }, [mayAttach]);
  return mayAttach ? parts : undefined;
}

export interface NewTextSharePageProps {
  /** Shows the chosen files. */
  files: ReactNode;
  shareFiles: ShareFiles;
}

/** Home: one box for text, pictures and files, which get one link. */
export function NewTextSharePage({ files, shareFiles }: NewTextSharePageProps) {
  const { t } = useTranslation(['text-shares', 'shares']);
  usePageTitle(t('new.pageTitle'));
  const principal = usePrincipal();
  const isAllowed = can(principal, 'text');
  const mayAttach = can(principal, 'file_share');
  const attachments = useAttachments(mayAttach);
  const hasFiles = useSelector(attachments?.hasFiles ?? NO_FILES);
  const draft = useDraft('home');
  const { value: options, setValue: setOptions } = useHeldState('options', () => NO_OPTIONS, true);
  const [isOptionsOpen, setIsOptionsOpen] = useState(false);
  const [chosenKind, setChosenKind] = useState<DetectedKind | null>(null);
  const submitButton = useRef<HTMLButtonElement>(null);
  const [isEmptyRefused, setIsEmptyRefused] = useState(false);
  const creation = useCreateTextShare(draft.clearSent);
  const upload = useMutation({
    mutationFn: async (sent: TextBeside) => attachments?.shareAttached(sent, shareFiles) ?? false,
    onSuccess: (hasStarted, { content }) => hasStarted && draft.clearSent(content),
  });
  const error = upload.error ?? creation.error;
  const isPending = creation.isPending || upload.isPending;
  const problems = problemsOfOptions(options);
  const summary = useOptionsSummary(options).join(' · ');
  const looked = useDeferredValue(draft.text);
  const detected = useMemo(() => detectKind(looked), [looked]);
  const hasProblem = Boolean(problems.slug || problems.maxViews || (error && isAboutSlug(error)));

  function submit(event?: FormEvent) {
    event?.preventDefault();
    const isEmpty = draft.text.trim() === '' && !hasFiles;
    setIsEmptyRefused(isEmpty);
    if (!isAllowed || isPending || isEmpty || problems.slug || problems.maxViews) return;
    const { kind, language } = chosenKind ?? detectKind(draft.text);
    // Takes the focus from the editor after Ctrl+Enter, so that the result may have it if no key follows.
    submitButton.current?.focus();
    const sent = { content: draft.text, kind, language, options };
    /** Prepares the form for the next share, unless no upload has started. */
    const onSuccess = (hasStarted: unknown) => {
      if (hasStarted === false) return;
      setChosenKind(null);
      // Leaves options that were changed meanwhile.
      setOptions((now) =>
        now === options ? { ...NO_OPTIONS, expiryHours: now.expiryHours } : now,
      );
    };
    if (hasFiles) {
      creation.reset();
      upload.mutate(sent, { onSuccess });
    } else {
      upload.reset();
      creation.mutate(sent, { onSuccess });
    }
  }

  function handleKey(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    // Handles the key in the capture phase, because CodeMirror would insert a line for Ctrl+Enter.
    event.preventDefault();
    event.stopPropagation();
    submit();
  }

  return (
    <form
      noValidate
      onSubmit={submit}
      onKeyDownCapture={handleKey}
      className="mx-auto flex w-full max-w-page flex-1 flex-col gap-4 px-gutter py-5"
    >
      <div className={isAllowed ? 'sr-only' : 'flex flex-col gap-1'}>
        <h1 className="text-title">{t('new.title')}</h1>
        <p className="text-body text-ink-muted">{t('new.intro')}</p>
      </div>
      {!isAllowed && <LoginNotice purpose="create" />}
      <MarkdownEditor
        text={draft.text}
        onChange={draft.setText}
        isKept={draft.isKept}
        attach={attachments?.ATTACH}
        // The keyboard of a touch screen would cover the page.
        hasFocus={isAllowed && !IS_TOUCH}
        kind={chosenKind ?? detected}
        // Takes the height that the rest of the page leaves, so that the button below stays in the window.
        panesClassName={`measure max-sm:h-[max(14rem,calc(100dvh-29rem))] sm:grow sm:[contain:size] ${hasFiles ? 'sm:min-h-56' : 'sm:min-h-[clamp(18rem,100dvh-21rem,22rem)]'}`}
      />
      {hasFiles && files}
      {error && <RefusalNotice error={error} />}
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <Disclosure
          label={t('new.options')}
          summary={summary}
          isOpen={isOptionsOpen || hasProblem}
          onToggle={setIsOptionsOpen}
          className="flex-[1_1_18rem]"
        >
          {(isOptionsOpen || hasProblem) && (
            <NewTextOptions options={options} refusal={error} onChange={setOptions} />
          )}
        </Disclosure>
        <TextKindSelect chosen={chosenKind} detected={detected} onChange={setChosenKind} />
      </div>
      <ActionBar>
        {isEmptyRefused && draft.text.trim() === '' && (
          <p role="alert" className="text-sm text-danger">
            {t('new.empty')}
          </p>
        )}
        <span aria-hidden="true" className="text-xs text-ink-faint pointer-coarse:hidden">
          <Kbd>Ctrl</Kbd> + <Kbd>Enter</Kbd>
        </span>
        <Button
          ref={submitButton}
          type="submit"
          variant="primary"
          icon={<Share2 />}
          isBusy={isPending}
          disabled={!isAllowed}
          className="max-sm:w-full sm:min-w-40"
        >
          {t('new.submit')}
        </Button>
      </ActionBar>
      {isAllowed && <RecentTexts />}
    </form>
  );
}
