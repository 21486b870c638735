import { describe, expect, it } from 'vitest';
import { auditListSearch, filterQueryOf } from './audit-list-search.ts';

const NO_FILTER = auditListSearch.noFilters;
const NOW = new Date(2026, 10, 22, 15, 30).getTime();
const at = (...parts: [number, number, number]) => new Date(...parts).toISOString();

describe('the address of the audit log', () => {
  const search = auditListSearch.parse({});

  it('has its filters, and leaves out those that let everything through', () => {
    const filters = { outcome: 'failure', period: 'range', from: '2026-10-01', to: '' } as const;
    const address = auditListSearch.toAddress({ ...search, page: 2, filters });
    expect(address).toEqual({ page: 2, outcome: 'failure', period: 'range', from: '2026-10-01' });
    expect(auditListSearch.parse(address)).toEqual({ ...search, page: 2, filters });
    expect(auditListSearch.toAddress(search)).toEqual({});
  });

  it.each([
    { outcome: 'partly', period: 'year', from: 'soon', to: '2026-02-30' },
    { outcome: ['failure'], period: 7, from: 2026, to: '12026-01-01' },
  ])('shows everything for what makes no sense in %o', (raw) => {
    expect(auditListSearch.parse(raw).filters).toEqual(NO_FILTER);
  });
});

describe('what the audit log is narrowed by', () => {
  it('asks for everything without a filter', () => {
    expect(filterQueryOf(NO_FILTER, NOW)).toEqual({});
  });

  it('counts a period back from now', () => {
    expect(filterQueryOf({ ...NO_FILTER, period: 'day', outcome: 'failure' }, NOW)).toEqual({
      outcome: 'failure',
      since: new Date(NOW - 24 * 3_600_000).toISOString(),
    });
  });

  it('takes the last day of a range whole, also at the end of a month', () => {
    const range = { ...NO_FILTER, period: 'range', from: '2026-10-01', to: '2026-10-31' } as const;
    expect(filterQueryOf(range, NOW)).toEqual({
      since: at(2026, 9, 1),
      until: at(2026, 10, 1),
    });
  });

  it('leaves an end open that is not chosen, or not typed in full', () => {
    const range = { ...NO_FILTER, period: 'range', from: '', to: '2026-10-31' } as const;
    expect(filterQueryOf(range, NOW)).toEqual({ until: at(2026, 10, 1) });
    expect(filterQueryOf({ ...range, to: 'soon' }, NOW)).toEqual({});
  });
});
