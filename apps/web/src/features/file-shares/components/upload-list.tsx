import { Card } from '@satchel/ui/card';
import { CopyButton } from '@satchel/ui/copy-button';
import { showToast } from '@satchel/ui/toast-store';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { fileShareUrl } from '#shared/shares/share-address.ts';
import type { UploadItem } from '../uploads/upload-items.ts';
import { uploads } from '../uploads/uploads.ts';
import { UploadRow } from './upload-row.tsx';

const ACTIVE = ['waiting', 'uploading', 'paused'];

export function UploadList() {
  const { t } = useTranslation(['file-shares', 'shell']);
  const items = useSyncExternalStore(uploads.subscribe, uploads.items);
  const isActive = items.some(({ state }) => ACTIVE.includes(state));
  const announcement = useAnnouncement(items);

  useEffect(() => {
    if (!isActive) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isActive]);

  const links = items.flatMap(({ share }) => (share ? [fileShareUrl(share.slug)] : []));
  return (
    <>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {items.length > 0 && (
        <Card>
          <div className="flex min-h-11 items-center justify-between border-b border-line px-4 py-1.5">
            <h2 className="text-sm font-semibold">{t('upload.uploads')}</h2>
            {links.length > 1 && (
              <CopyButton
                size="small"
                text={links.join('\n')}
                label={t('upload.copyAll')}
                copiedLabel={t('shell:actions.copied')}
                onFail={() => showToast('error', t('shell:copyFailed'))}
              />
            )}
          </div>
          <ul className="divide-y divide-line">
            {items.toReversed().map((item) => (
              <UploadRow key={item.id} item={item} />
            ))}
          </ul>
        </Card>
      )}
    </>
  );
}

/** Screen readers hear only which uploads ended: announcing progress would never stop. */
function useAnnouncement(items: readonly UploadItem[]): string {
  const { t } = useTranslation('file-shares');
  const [text, setText] = useState('');
  const known = useRef(new Map<number, string>());
  useEffect(() => {
    for (const { id, state, file } of items) {
      if (known.current.get(id) === state) continue;
      known.current.set(id, state);
      if (state === 'completed' || state === 'failed') {
        setText(t(`announce.${state}`, { name: file.name }));
      }
    }
  }, [items, t]);
  return text;
}
