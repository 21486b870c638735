import { AUDIT_AREAS, type AuditQuery } from '@satchel/api-client/contract/audit-log';
import { z } from 'zod';
import { defineListSearch } from '#shared/data-list/search/list-search.ts';

export const PERIODS = ['any', 'day', 'week', 'month', 'range'] as const;
export type Period = (typeof PERIODS)[number];

export const OUTCOMES = ['any', 'success', 'failure'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Dates as in the browser's date inputs, `2026-11-22`; '' for none. Used only for a range. */
const day = z.iso.date().catch('');

export const auditListSearch = defineListSearch({
  sorts: ['at'],
  states: AUDIT_AREAS,
  filters: {
    outcome: z.enum(OUTCOMES).catch('any'),
    period: z.enum(PERIODS).catch('any'),
    from: day,
    to: day,
  },
});

type AuditListSearch = ReturnType<typeof auditListSearch.parse>;
export type AuditSort = AuditListSearch['sort'];

/** Filters of the log that other lists do not have. */
export type AuditFilter = Readonly<AuditListSearch['filters']>;

const DAY_MS = 24 * 60 * 60 * 1000;
const LENGTHS_MS = { day: DAY_MS, week: 7 * DAY_MS, month: 30 * DAY_MS } as const;

type FilterQuery = Pick<AuditQuery, 'outcome' | 'since' | 'until'>;

/**
 * Query parameters of a filter. Days follow the user's time zone, and the last day is included completely.
 */
export function filterQueryOf(filter: AuditFilter, nowMs: number): FilterQuery {
  const { outcome, period, from, to } = filter;
  const times =
    period === 'range'
      ? { ...timeOf('since', startOf(from, 0)), ...timeOf('until', startOf(to, 1)) }
      : period === 'any'
        ? {}
        : timeOf('since', nowMs - LENGTHS_MS[period]);
  return { ...(outcome === 'any' ? {} : { outcome }), ...times };
}

const timeOf = (name: 'since' | 'until', timeMs: number | undefined) =>
  timeMs === undefined ? {} : { [name]: new Date(timeMs).toISOString() };

/** Start of a day, or of a later one; undefined for an invalid date. */
function startOf(day: string, daysLater: number): number | undefined {
  const [year = Number.NaN, month = 1, date = 1] = day.split('-').map(Number);
  const time = new Date(year, month - 1, date + daysLater).getTime();
  return day === '' || Number.isNaN(time) ? undefined : time;
}
