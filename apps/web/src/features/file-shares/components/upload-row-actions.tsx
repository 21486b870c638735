import { IconButton } from '@satchel/ui/icon-button';
import { CirclePause, CirclePlay, RotateCw, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { UploadItem } from '../uploads/upload-items.ts';
import { uploads } from '../uploads/uploads.ts';

export function UploadRowActions({ item }: { item: UploadItem }) {
  const { t } = useTranslation('file-shares');
  const { id, state, canPause } = item;
  const { name } = item.file;
  const isEnded = state === 'completed' || state === 'failed' || state === 'cancelled';
  return (
    <div className="flex shrink-0 items-center">
      {state === 'uploading' && canPause && (
        <IconButton
          size="small"
          label={t('item.pause', { name })}
          icon={<CirclePause />}
          tooltipSide="bottom-end"
          onClick={() => uploads.pause(id)}
        />
      )}
      {state === 'paused' && (
        <IconButton
          size="small"
          label={t('item.resume', { name })}
          icon={<CirclePlay />}
          tooltipSide="bottom-end"
          onClick={() => uploads.resume(id)}
        />
      )}
      {(state === 'failed' || state === 'cancelled') && (
        <IconButton
          size="small"
          label={t('item.retry', { name })}
          icon={<RotateCw />}
          tooltipSide="bottom-end"
          onClick={() => uploads.retry(id)}
        />
      )}
      <IconButton
        size="small"
        label={isEnded ? t('item.remove', { name }) : t('item.cancel', { name })}
        icon={<X />}
        tooltipSide="bottom-end"
        onClick={() => (isEnded ? uploads.remove(id) : uploads.cancel(id))}
      />
    </div>
  );
}
