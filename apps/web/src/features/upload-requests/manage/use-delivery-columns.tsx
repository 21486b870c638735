import { formatBytes } from '@satchel/api-client/format-bytes';
import { Badge } from '@satchel/ui/feedback/badge';
import { useTranslation } from 'react-i18next';
import type { Column } from '#shared/data-list/rows/column.ts';
import { TwoLines } from '#shared/data-list/rows/two-lines.tsx';
import { plainName } from '#shared/format/plain-name.ts';
import { TimeCell } from '#shared/shares/listing/time-cell.tsx';
import type { DeliveryRow } from '../queries.ts';

/** Name of a delivery: of its sender, or its receipt number. */
export function senderOf({ name, email, receipt }: DeliveryRow): string {
  return plainName(name || email || receipt);
}

/** Columns of the list of deliveries; the argument opens one. */
export function useDeliveryColumns(): (
  onOpen: (row: DeliveryRow) => void,
) => readonly Column<DeliveryRow, 'done'>[] {
  const { t } = useTranslation('upload-requests');
  return (onOpen) => [
    {
      id: 'sender',
      header: t('deliveries.sender'),
      className: 'max-w-0 min-w-48 w-full',
      cell: (row) => <Sender row={row} onOpen={() => onOpen(row)} />,
    },
    {
      id: 'receipt',
      header: t('thanks.receipt'),
      className: 'font-mono text-xs',
      cell: ({ receipt }) => receipt,
    },
    {
      id: 'files',
      header: t('deliveries.files'),
      isNumeric: true,
      cell: (row) => row.file_count,
    },
    {
      id: 'size',
      header: t('deliveries.size'),
      isNumeric: true,
      className: 'whitespace-nowrap',
      cell: (row) => formatBytes(row.total_size),
    },
    {
      id: 'done',
      header: t('deliveries.time'),
      className: 'whitespace-nowrap',
      cell: (row) =>
        row.done_at === null ? (
          <Badge tone="warning">
            {t(row.state === 'ended' ? 'deliveries.ended' : 'deliveries.unfinished')}
          </Badge>
        ) : (
          <TimeCell time={row.done_at} />
        ),
    },
  ];
}

function Sender({ row, onOpen }: { row: DeliveryRow; onOpen: () => void }) {
  const { t } = useTranslation('upload-requests');
  return (
    <TwoLines below={row.note}>
      <span className="flex items-center gap-2">
        <button
          type="button"
          onClick={onOpen}
          className="min-w-0 truncate text-left font-medium text-ink underline-offset-2 hover:underline pointer-coarse:-my-2.5 pointer-coarse:py-2.5"
        >
          {senderOf(row)}
        </button>
        {row.is_new && <Badge tone="accent">{t('deliveries.new')}</Badge>}
      </span>
    </TwoLines>
  );
}
