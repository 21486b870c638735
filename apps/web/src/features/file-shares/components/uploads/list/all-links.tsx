import { Button } from '@satchel/ui/actions/button';
import { QrCode as QrIcon } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyTextButton } from '#shared/browser/copy-text-button.tsx';
import { lazyPart } from '#shared/loading/lazy-part.tsx';
import { urlOf } from '#shared/shares/result/share-result.ts';
import { tasks } from '#shared/tasks/tasks.ts';
import { useTaskIds, useTaskSummary } from '#shared/tasks/use-tasks.ts';
import type { NamedLink } from './qr-codes-dialog.tsx';

const QrCodesDialog = lazyPart(() =>
  import('./qr-codes-dialog.tsx').then((module) => module.QrCodesDialog),
);

/** Copies the names and links of all uploads, or shows them as QR codes. */
export function AllLinks() {
  const { t } = useTranslation('file-shares');
  const [isOpen, setIsOpen] = useState(false);
  const ids = useTaskIds();
  const { completed } = useTaskSummary().countOf;
  const links = useMemo(
    () =>
      ids.flatMap((id): NamedLink[] => {
        const task = tasks.get(id);
        return task?.share ? [{ name: task.title, url: urlOf(task.share) }] : [];
      }),
    [ids, completed],
  );
  if (links.length < 2) return null;
  return (
    <>
      <Button size="small" icon={<QrIcon />} onClick={() => setIsOpen(true)}>
        {t('upload.qrAll')}
      </Button>
      <CopyTextButton
        size="small"
        text={links.map(({ name, url }) => `${name}: ${url}`).join('\n')}
        label={t('upload.copyAll')}
      />
      {isOpen && <QrCodesDialog links={links} onClose={() => setIsOpen(false)} />}
    </>
  );
}
