import { can } from '@satchel/permissions';
import { Button } from '@satchel/ui/button';
import { Kbd } from '@satchel/ui/kbd';
import { Notice } from '@satchel/ui/notice';
import { Share2 } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, lazy, Suspense, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MarkdownEditor } from '#shared/markdown/markdown-editor.tsx';
import { useDraft } from '#shared/markdown/use-draft.ts';
import { usePrincipal } from '#shared/session/use-session.ts';
import { LoginNotice } from '#shared/shares/login-notice.tsx';
import { NO_OPTIONS, problemsOfOptions } from '#shared/shares/share-options.ts';
import { ShareOptionsFields } from '#shared/shares/share-options-fields.tsx';
import { usePageTitle } from '#shared/site/use-page-title.ts';
import { useShareText } from '../use-share-text.ts';

const TextShareResult = lazy(() =>
  import('./text-share-result.tsx').then((module) => ({ default: module.TextShareResult })),
);

export function NewTextSharePage() {
  const { t } = useTranslation(['text-shares', 'shares']);
  usePageTitle(t('new.pageTitle'));
  const isAllowed = can(usePrincipal(), 'text');
  const draft = useDraft('home');
  const [options, setOptions] = useState(NO_OPTIONS);
  const [isEmptyRefused, setIsEmptyRefused] = useState(false);
  const { isBusy, sharedSlug, slugError, error, share, forgetResult } = useShareText();
  const hideResult = useCallback(() => forgetResult(), [forgetResult]);
  const problems = problemsOfOptions(options);

  async function submit(event?: FormEvent) {
    event?.preventDefault();
    const isEmpty = draft.text.trim() === '';
    setIsEmptyRefused(isEmpty);
    if (!isAllowed || isBusy || isEmpty || problems.slug || problems.maxViews) return;
    if (await share(draft.text, options)) {
      draft.setText('');
      setOptions({ ...NO_OPTIONS, expiryHours: options.expiryHours });
    }
  }

  function handleKey(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    // In the capture phase, because CodeMirror would insert a line for Ctrl+Enter.
    event.preventDefault();
    event.stopPropagation();
    void submit();
  }

  return (
    <form
      noValidate
      onSubmit={submit}
      onKeyDownCapture={handleKey}
      className="mx-auto flex w-full max-w-7xl flex-1 flex-col gap-4 px-4 py-4 sm:px-6 sm:py-5"
    >
      <h1 className="sr-only">{t('new.title')}</h1>
      {!isAllowed && <LoginNotice purpose="create" />}
      <MarkdownEditor
        text={draft.text}
        onChange={draft.setText}
        isKept={draft.isKept}
        panesClassName="h-[max(18rem,calc(100dvh-24.5rem))]"
      />
      <div role="status">
        {sharedSlug !== null && (
          <Suspense fallback={null}>
            <TextShareResult key={sharedSlug} slug={sharedSlug} onHide={hideResult} />
          </Suspense>
        )}
      </div>
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-5">
        <ShareOptionsFields
          options={options}
          problems={problems}
          slugError={slugError}
          slugPrefix="/paste/"
          onChange={setOptions}
        />
      </div>
      {error && (
        <Notice tone="danger" role="alert">
          {error}
        </Notice>
      )}
      <div className="flex flex-wrap items-center justify-end gap-3">
        {isEmptyRefused && draft.text.trim() === '' && (
          <p role="alert" className="text-sm text-danger">
            {t('new.empty')}
          </p>
        )}
        <span aria-hidden="true" className="text-xs text-ink-faint pointer-coarse:hidden">
          <Kbd>Ctrl</Kbd> + <Kbd>Enter</Kbd>
        </span>
        <Button
          type="submit"
          variant="primary"
          icon={<Share2 className="size-4" />}
          isBusy={isBusy}
          disabled={!isAllowed}
          className="min-w-40 max-sm:w-full"
        >
          {t('new.submit')}
        </Button>
      </div>
    </form>
  );
}
