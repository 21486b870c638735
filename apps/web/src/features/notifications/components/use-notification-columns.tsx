import { Badge, type BadgeProps } from '@satchel/ui/feedback/badge';
import { useTranslation } from 'react-i18next';
import type { Column } from '#shared/data-list/rows/column.ts';
import { TwoLines } from '#shared/data-list/rows/two-lines.tsx';
import { TimeCell } from '#shared/shares/listing/time-cell.tsx';
import type { Notification } from '../queries.ts';

const TONES: Record<Notification['state'], NonNullable<BadgeProps['tone']>> = {
  waiting: 'warning',
  delivered: 'success',
  failed: 'danger',
};

export function useNotificationColumns(): readonly Column<Notification, 'created'>[] {
  const { t } = useTranslation('notifications');
  return [
    {
      id: 'what',
      header: t('columns.what'),
      className: 'w-1/3',
      cell: ({ event, subject }) => (
        <TwoLines below={<span className="wrap-anywhere">{subject}</span>}>
          <span className="font-medium">{t(`events.${EVENT_NAMES[event]}`)}</span>
        </TwoLines>
      ),
    },
    {
      id: 'host',
      header: t('columns.host'),
      className: 'font-mono text-xs wrap-anywhere',
      cell: (row) => row.host,
    },
    {
      id: 'state',
      header: t('columns.state'),
      cell: ({ state, problem }) => (
        <TwoLines below={problem && <span className="wrap-anywhere">{problem}</span>}>
          <span>
            <Badge tone={TONES[state]}>{t(`states.${state}`)}</Badge>
          </span>
        </TwoLines>
      ),
    },
    {
      id: 'attempts',
      header: t('columns.attempts'),
      isNumeric: true,
      cell: (row) => row.attempts,
    },
    {
      id: 'next',
      header: t('columns.next'),
      hiddenBelow: 'md',
      className: 'whitespace-nowrap',
      cell: ({ next_attempt_at: next }) => (next === null ? '–' : <TimeCell time={next} />),
    },
    {
      id: 'created',
      header: t('columns.created'),
      hiddenBelow: 'md',
      className: 'whitespace-nowrap',
      cell: (row) => <TimeCell time={row.created_at} />,
    },
  ];
}

/** Names of the events in the catalogue, whose keys have no dots. */
const EVENT_NAMES = {
  'bundle.opened': 'opened',
  'bundle.downloaded': 'downloaded',
  'request.delivery_done': 'deliveryDone',
} as const satisfies Record<Notification['event'], string>;
