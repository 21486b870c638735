import { ApiError } from '@satchel/api-client/api-error';
import { Button } from '@satchel/ui/actions/button';
import { Notice } from '@satchel/ui/feedback/notice';
import { PasswordField } from '@satchel/ui/forms/password-field';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sentenceOf } from '#shared/errors/sentence-of.ts';
import { useKeyLogin } from '../mutations.ts';

export function KeyLoginForm({ onLogin }: { onLogin: () => void }) {
  const { t } = useTranslation('sessions');
  const [key, setKey] = useState('');
  const login = useKeyLogin();
  const isRefused = login.error instanceof ApiError && login.error.status === 401;

  function submit(event: FormEvent) {
    event.preventDefault();
    // Callbacks given to `mutate` would not run: the form unmounts as soon as there is a session.
    login.mutateAsync(key.trim()).then(onLogin, () => {});
  }

  return (
    <form onSubmit={submit} className="flex flex-col gap-3.5">
      <PasswordField
        label={t('key')}
        hint={t('keyHint')}
        name="api-key"
        autoComplete="off"
        required
        showLabel={t('showKey')}
        hideLabel={t('hideKey')}
        value={key}
        onChange={(event) => setKey(event.target.value)}
      />
      {login.error && (
        <Notice tone="danger" role="alert">
          {isRefused ? t('invalidKey') : sentenceOf(login.error)}
        </Notice>
      )}
      <Button type="submit" variant="primary" isBusy={login.isPending}>
        {t('submit')}
      </Button>
    </form>
  );
}
