import { QrCode } from '@satchel/ui/figures/qr-code';
import { Disclosure } from '@satchel/ui/layout/disclosure';
import { useTranslation } from 'react-i18next';
import { backendOrigin } from '#shared/environment/backend.ts';
import { CodeSnippet } from '#shared/panel/code-snippet.tsx';
import { SecretDialog } from '#shared/panel/secret-dialog.tsx';
import { loginLinkOf } from '#shared/session/login-link.ts';
import { hasFlag } from '../key-options.ts';
import { snippetsOf } from '../key-snippets.ts';
import type { CreatedKey } from '../mutations.ts';

export interface CreatedKeyDialogProps {
  created: CreatedKey;
  onClose: () => void;
}

/** Shows a new key, once. */
export function CreatedKeyDialog({ created, onClose }: CreatedKeyDialogProps) {
  const { t } = useTranslation('api-keys');
  const isSender =
    hasFlag(created.permissions, 'text') || hasFlag(created.permissions, 'file_share');
  const landing = isSender ? '/' : '/mount-explorer';
  const link = loginLinkOf(window.location.origin, created.key, landing);
  return (
    <SecretDialog
      title={t('created.title', { name: created.name })}
      once={t('created.once')}
      label={t('created.key')}
      secret={created.key}
      closeTitle={t('created.closeTitle')}
      closeDescription={t('created.closeDescription')}
      onClose={onClose}
    >
      <section className="flex flex-wrap items-start gap-4">
        <div className="min-w-0 flex-[1_1_16rem]">
          <CodeSnippet label={t('created.invite')} code={link} />
          <p className="mt-1 text-xs text-ink-faint">{t('created.inviteHint')}</p>
        </div>
        <QrCode text={link} label={t('created.qr')} className="size-32 rounded-md" />
      </section>
      <Disclosure label={t('created.use')}>
        <div className="flex flex-col gap-3">
          {snippetsOf(backendOrigin(), created).map(({ name, code }) => (
            <CodeSnippet key={name} label={t(`snippets.${name}`)} code={code} />
          ))}
        </div>
      </Disclosure>
    </SecretDialog>
  );
}
