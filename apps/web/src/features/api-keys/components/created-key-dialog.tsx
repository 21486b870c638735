import { Disclosure } from '@satchel/ui/layout/disclosure';
import { useTranslation } from 'react-i18next';
import { backendOrigin } from '#shared/environment/backend.ts';
import { CodeSnippet } from '#shared/panel/code-snippet.tsx';
import { SecretDialog } from '#shared/panel/secret-dialog.tsx';
import { snippetsOf } from '../key-snippets.ts';
import type { CreatedKey } from '../mutations.ts';

export interface CreatedKeyDialogProps {
  created: CreatedKey;
  onClose: () => void;
}

/** Shows a new key, once. */
export function CreatedKeyDialog({ created, onClose }: CreatedKeyDialogProps) {
  const { t } = useTranslation('api-keys');
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
      <Disclosure label={t('created.use')} isOpen>
        <div className="flex flex-col gap-3">
          {snippetsOf(backendOrigin(), created).map(({ name, code }) => (
            <CodeSnippet key={name} label={t(`snippets.${name}`)} code={code} />
          ))}
        </div>
      </Disclosure>
    </SecretDialog>
  );
}
