import { formatBytes } from '@satchel/api-client/format-bytes';
import { Card } from '@satchel/ui/layout/card';
import { VirtualList } from '@satchel/ui/lists/virtual-list';
import { useTranslation } from 'react-i18next';
import { CopyTextButton } from '#shared/browser/copy-text-button.tsx';
import { plainName } from '#shared/format/plain-name.ts';
import type { OwnDelivery } from '../delivery/delivery-session.ts';

const ROW_HEIGHT_PX = 40;

interface ArrivedListProps {
  files: OwnDelivery['files'];
}

/** Names of the files of a delivery that are stored. */
export function ArrivedList({ files }: ArrivedListProps) {
  const { t } = useTranslation('upload-requests');
  return (
    <VirtualList
      label={t('sending.sent', { count: files.length })}
      items={files}
      getKey={({ path }) => path}
      rowHeightPx={ROW_HEIGHT_PX}
      areRowsMeasured
      className="max-h-96"
      renderItem={({ path, size }) => (
        <div className="flex items-baseline gap-3 border-b border-line px-4 py-2.5 text-sm">
          <span className="min-w-0 flex-1 wrap-anywhere">{plainName(path)}</span>
          <span className="figures shrink-0 text-ink-muted">{formatBytes(size)}</span>
        </div>
      )}
    />
  );
}

/** Files and receipt number of a delivery whose request accepts nothing any more. */
export function EndedDelivery({ files, receipt }: ArrivedListProps & { receipt: string }) {
  const { t } = useTranslation('upload-requests');
  return (
    <div className="mx-auto w-full max-w-md px-4 pb-10">
      <Card className="overflow-clip">
        <h2 className="border-b border-line px-4 py-3 text-heading">
          {t('sending.sent', { count: files.length })}
        </h2>
        <ArrivedList files={files} />
        <dl className="px-4 pt-3.5">
          <dt className="text-caption text-ink-muted">{t('thanks.receipt')}</dt>
          <dd className="figures mt-0.5 font-mono text-heading tracking-wider">{receipt}</dd>
        </dl>
        <div className="flex flex-col items-start gap-3 px-4 pt-1 pb-4">
          <p className="text-meta text-ink-muted">{t('thanks.receiptHint')}</p>
          <CopyTextButton text={receipt} label={t('thanks.copy')} />
        </div>
      </Card>
    </div>
  );
}
