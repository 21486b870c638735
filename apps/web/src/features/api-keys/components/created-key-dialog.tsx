import { Button } from '@satchel/ui/actions/button';
import { Notice } from '@satchel/ui/feedback/notice';
import { Disclosure } from '@satchel/ui/layout/disclosure';
import { ConfirmDialog } from '@satchel/ui/overlays/confirm-dialog';
import { Dialog } from '@satchel/ui/overlays/dialog';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { backendOrigin } from '#shared/environment/backend.ts';
import { CodeSnippet } from '#shared/panel/code-snippet.tsx';
import { snippetsOf } from '../key-snippets.ts';
import type { CreatedKey } from '../mutations.ts';

export interface CreatedKeyDialogProps {
  created: CreatedKey;
  onClose: () => void;
}

/** Shows a new key. Escape asks before it closes, because the key is never shown again. */
export function CreatedKeyDialog({ created, onClose }: CreatedKeyDialogProps) {
  const { t } = useTranslation(['api-keys', 'shell']);
  const [isAsking, setIsAsking] = useState(false);
  return (
    <Dialog
      isOpen
      width="medium"
      title={t('created.title', { name: created.name })}
      onClose={() => setIsAsking(true)}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t('created.done')}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <Notice tone="warning" icon={<KeyRound />}>
          {t('created.once')}
        </Notice>
        <CodeSnippet label={t('created.key')} code={created.key} />
        <Disclosure label={t('created.use')} isOpen>
          <div className="flex flex-col gap-3">
            {snippetsOf(backendOrigin(), created).map(({ name, code }) => (
              <CodeSnippet key={name} label={t(`snippets.${name}`)} code={code} />
            ))}
          </div>
        </Disclosure>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('created.closeTitle')}
        description={t('created.closeDescription')}
        confirmLabel={t('shell:actions.close')}
        cancelLabel={t('created.stay')}
        onConfirm={onClose}
        onCancel={() => setIsAsking(false)}
      />
    </Dialog>
  );
}
