import { createClient } from '@satchel/api-client';
import { Button } from '@satchel/ui/actions/button';
import { TextField } from '@satchel/ui/forms/text-field';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sentenceOf } from '#shared/errors/sentence-of.ts';
import { readLanguage } from '#shared/i18n/language.ts';
import { endSession } from '#shared/session/session-store.ts';
import { backendOf, readBackend, writeBackend } from './backend.ts';

/** Lets an administrator connect this page to another server (SPEC 2). */
export function EnvironmentSwitcher() {
  const { t } = useTranslation('panel');
  const current = readBackend();
  const [typed, setTyped] = useState(current);
  const [problem, setProblem] = useState<string>();
  const [isTrying, setIsTrying] = useState(false);
  const address = backendOf(typed);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!address) return;
    setIsTrying(true);
    setProblem(undefined);
    try {
      // Refuses a server that does not respond, because the app would stop working.
      await createClient({ baseUrl: address, language: readLanguage }).system.health();
      switchTo(address === window.location.origin ? '' : address);
    } catch (error) {
      setProblem(sentenceOf(error));
    } finally {
      setIsTrying(false);
    }
  }

  return (
    <form
      noValidate
      aria-label={t('environment.label')}
      onSubmit={(event) => void submit(event)}
      className="flex flex-wrap items-start gap-2 border-b border-line bg-sunken px-gutter py-2.5"
    >
      <TextField
        label={t('environment.address')}
        hint={t('environment.hint')}
        className="min-w-0 flex-[1_1_16rem] sm:max-w-md"
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
        placeholder={window.location.origin}
        value={typed}
        error={typed && !address ? t('environment.invalid') : problem}
        onChange={(event) => setTyped(event.target.value)}
      />
      <div className="flex flex-wrap gap-2 sm:pt-[1.4rem]">
        <Button type="submit" isBusy={isTrying} disabled={!address || address === current}>
          {t('environment.use')}
        </Button>
        {current && (
          <Button variant="quiet" onClick={() => switchTo('')}>
            {t('environment.own')}
          </Button>
        )}
      </div>
    </form>
  );
}

function switchTo(address: string): void {
  // The session is not valid on the other server.
  endSession('logout');
  writeBackend(address);
  window.location.assign('/admin?showEnvSwitcher');
}
