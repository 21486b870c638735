import { Badge } from '@satchel/ui/feedback/badge';
import { useTranslation } from 'react-i18next';
import type { Column } from '#shared/data-list/rows/column.ts';
import { TwoLines } from '#shared/data-list/rows/two-lines.tsx';
import { formatNumber } from '#shared/format/format-number.ts';
import { formatDateTime } from '#shared/format/format-time.ts';
import { useLanguage } from '#shared/i18n/use-language.ts';
import { useAgentName } from '#shared/panel/use-agent-name.ts';
import type { AuditSort } from '../audit-list-search.ts';
import type { AuditEvent } from '../queries.ts';
import { EventDetails } from './event-details.tsx';

export function useAuditColumns(): readonly Column<AuditEvent, AuditSort>[] {
  const { t } = useTranslation('audit-log');
  return [
    {
      id: 'what',
      header: t('columns.what'),
      className: 'w-1/3',
      cell: (event) => <What event={event} />,
    },
    { id: 'who', header: t('columns.who'), cell: (event) => <Who event={event} /> },
    { id: 'from', header: t('columns.from'), cell: (event) => <From event={event} /> },
    {
      id: 'when',
      header: t('columns.when'),
      sort: 'at',
      firstOrder: 'desc',
      className: 'whitespace-nowrap',
      cell: (event) => <When event={event} />,
    },
    {
      id: 'details',
      header: t('columns.details'),
      hiddenBelow: 'lg',
      className: 'w-1/4',
      cell: (event) => <EventDetails details={event.details} />,
    },
  ];
}

interface EventProps {
  event: AuditEvent;
}

function What({ event }: EventProps) {
  const { t } = useTranslation('audit-log');
  const language = useLanguage();
  const { action, outcome, occurrences, target } = event;
  return (
    <span className="flex min-w-0 flex-col gap-0.5">
      <span className="flex flex-wrap items-center gap-2 font-medium">
        {t(`actions.${action}`)}
        {outcome === 'failure' && <Badge tone="danger">{t('failure')}</Badge>}
        {occurrences > 1 && (
          <Badge>
            {t('times', { count: occurrences, number: formatNumber(occurrences, language) })}
          </Badge>
        )}
      </span>
      {target !== null && <span className="text-meta text-ink-muted wrap-anywhere">{target}</span>}
    </span>
  );
}

function Who({ event: { actor } }: EventProps) {
  const { t } = useTranslation('audit-log');
  if (actor.kind === 'anonymous') {
    return <span className="text-ink-faint">{t('who.anonymous')}</span>;
  }
  return (
    <span className="flex flex-wrap items-center gap-2 wrap-anywhere">
      {actor.name}
      {actor.kind !== 'admin' && <Badge>{t(`who.${actor.kind}`)}</Badge>}
    </span>
  );
}

function From({ event: { source, agent } }: EventProps) {
  const { t } = useTranslation('audit-log');
  const nameOf = useAgentName();
  return (
    <TwoLines below={agent !== null && <span title={agent}>{nameOf(agent)}</span>}>
      <span className="font-mono text-meta wrap-anywhere">{source ?? t('severalSources')}</span>
    </TwoLines>
  );
}

function When({ event: { at, lastAt } }: EventProps) {
  const { t } = useTranslation('audit-log');
  const language = useLanguage();
  return (
    <TwoLines below={lastAt !== at && t('until', { when: formatDateTime(lastAt, language) })}>
      <time dateTime={at}>{formatDateTime(at, language)}</time>
    </TwoLines>
  );
}
