import { Button, buttonClassName } from '@satchel/ui/actions/button';
import { Dialog } from '@satchel/ui/overlays/dialog';
import { useSelector } from '@tanstack/react-store';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatRelativeTime } from '#shared/format/format-time.ts';
import { useLanguage } from '#shared/i18n/use-language.ts';
import { appStatus, refreshAppStatus } from '../app/app-status.ts';
import { queue, withQueue } from '../queue/queue.ts';
import { isOvertaken, type QueuedChange } from '../queue/queued-change.ts';
import { sync } from '../queue/sync.ts';
import { ChangeEditor } from './change-editor.tsx';
import { dataToSend, fieldsOf, useChangeName } from './change-fields.ts';

export interface QueueDialogProps {
  changes: readonly QueuedChange[];
  onClose: () => void;
}

/** Lists pending and refused changes, which the user can edit, cancel or discard. */
export function QueueDialog({ changes, onClose }: QueueDialogProps) {
  const { t } = useTranslation('offline');
  const { notifications } = useSelector(appStatus);
  return (
    <Dialog
      width="medium"
      onClose={onClose}
      title={t('queue.title')}
      description={t('queue.description')}
      footer={
        <>
          {notifications === 'default' && (
            <Button
              variant="quiet"
              onClick={() => void Notification.requestPermission().then(refreshAppStatus)}
            >
              {t('queue.notify')}
            </Button>
          )}
          {changes.some(({ status }) => status === 'pending') && (
            <Button variant="primary" onClick={() => void sync()}>
              {t('queue.sendNow')}
            </Button>
          )}
        </>
      }
    >
      {changes.length === 0 ? (
        <p className="text-sm text-ink-muted">{t('queue.empty')}</p>
      ) : (
        <ol className="divide-y divide-line">
          {changes.map((change) => (
            <QueueEntry key={change.id} change={change} />
          ))}
        </ol>
      )}
    </Dialog>
  );
}

function QueueEntry({ change }: { change: QueuedChange }) {
  const { t } = useTranslation('offline');
  const language = useLanguage();
  const name = useChangeName(change);
  const [isEditing, setIsEditing] = useState(false);
  const isRefused = change.status === 'refused';
  const isBehind = isOvertaken(change);
  const mendLabel = isBehind ? t('queue.mendOver') : t('queue.mend');
  const editLabel = isRefused ? mendLabel : t('queue.edit');
  async function overwrite() {
    await queue.mend(change, dataToSend(change));
    await sync();
  }
  const madeAt = new Date(change.timestamp).toISOString();
  return (
    <li className="flex flex-col gap-2 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <div className="min-w-0 flex-[1_1_14rem]">
          <p className="text-sm font-medium wrap-anywhere">{name}</p>
          <p className={isRefused ? 'text-sm text-danger' : 'text-meta text-ink-muted'}>
            {isRefused
              ? t('queue.refused', { message: change.refusal?.message })
              : `${t('queue.pending')} · ${formatRelativeTime(madeAt, Date.now(), language)}`}
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          {!isEditing && isBehind && (
            <>
              <a
                href={`/admin/text-management?edit=${change.endpoint.split('/').at(-1)}`}
                target="_blank"
                rel="noopener"
                className={buttonClassName('secondary', 'small')}
              >
                {t('queue.openOther')}
              </a>
              <Button size="small" onClick={() => void overwrite()}>
                {t('queue.overwrite')}
              </Button>
            </>
          )}
          {!isEditing && fieldsOf(change).length > 0 && (
            <Button size="small" onClick={() => setIsEditing(true)}>
              {editLabel}
            </Button>
          )}
          <Button
            size="small"
            variant="quiet"
            onClick={() => void withQueue(() => queue.remove(change))}
          >
            {isRefused ? t('queue.drop') : t('queue.cancel')}
          </Button>
        </div>
      </div>
      {isEditing && <ChangeEditor change={change} onClose={() => setIsEditing(false)} />}
    </li>
  );
}
