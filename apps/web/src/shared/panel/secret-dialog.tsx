import { Button } from '@satchel/ui/actions/button';
import { Notice } from '@satchel/ui/feedback/notice';
import { ConfirmDialog } from '@satchel/ui/overlays/confirm-dialog';
import { Dialog } from '@satchel/ui/overlays/dialog';
import { KeyRound } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeSnippet } from './code-snippet.tsx';

export interface SecretDialogProps {
  title: string;
  /** Sentence that says that the secret is shown only now. */
  once: string;
  label: string;
  secret: string;
  /** Question and explanation before the dialog closes by Escape. */
  closeTitle: string;
  closeDescription: string;
  /** Shown below the secret. */
  children?: ReactNode;
  onClose: () => void;
}

/** Shows a new secret. Escape asks before it closes, because the secret is never shown again. */
export function SecretDialog(props: SecretDialogProps) {
  const { t } = useTranslation(['panel', 'shell']);
  const [isAsking, setIsAsking] = useState(false);
  return (
    <Dialog
      width="medium"
      title={props.title}
      onClose={() => setIsAsking(true)}
      footer={
        <Button variant="primary" onClick={props.onClose}>
          {t('secret.done')}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <Notice tone="warning" icon={<KeyRound />}>
          {props.once}
        </Notice>
        <CodeSnippet label={props.label} code={props.secret} />
        {props.children}
      </div>
      {isAsking && (
        <ConfirmDialog
          title={props.closeTitle}
          description={props.closeDescription}
          confirmLabel={t('shell:actions.close')}
          cancelLabel={t('secret.stay')}
          onConfirm={props.onClose}
          onCancel={() => setIsAsking(false)}
        />
      )}
    </Dialog>
  );
}
