import { ConfirmDialog } from '@satchel/ui/confirm-dialog';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { tasks } from './tasks.ts';

export interface LogOutQuestion {
  /** Logs out, after a question where tasks are under way. */
  ask: () => void;
  /** The question, to be rendered with the button. */
  question: ReactNode;
}

/** A log-out ends all tasks, so it asks before it does. */
export function useLogOutQuestion(logOut: () => void): LogOutQuestion {
  const { t } = useTranslation('tasks');
  const [underWay, setUnderWay] = useState(0);

  return {
    ask() {
      const count = tasks.summary().underWay;
      if (count > 0) setUnderWay(count);
      else logOut();
    },
    question: (
      <ConfirmDialog
        isOpen={underWay > 0}
        isDangerous
        title={t('logOut.title', { count: underWay })}
        description={t('logOut.description')}
        confirmLabel={t('logOut.confirm')}
        cancelLabel={t('logOut.cancel')}
        onConfirm={() => {
          setUnderWay(0);
          logOut();
        }}
        onCancel={() => setUnderWay(0)}
      />
    ),
  };
}
