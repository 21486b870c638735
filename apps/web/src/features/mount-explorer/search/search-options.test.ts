import { expect, it } from 'vitest';
import { entryOfMatch, sortMatches } from './search-options.ts';

it('results are in the order in which people count, after exact names and beginnings', () => {
  const found = ['a report 2', 'report 10', 'report 9', 'Report', 'a report 1'].map((name) =>
    entryOfMatch({
      ...{ name, path: `/m/${name}`, size: 1, modified: '2026-01-01T00:00:00.000Z' },
      ...{ mount_id: 'm', mount_name: 'm', storage_type: 'S3', s3_key: name },
      ...{ isDirectory: false, contentType: 'text/plain' },
    }),
  );
  expect(sortMatches('report', found).map(({ name }) => name)).toEqual([
    ...['Report', 'report 9', 'report 10', 'a report 1', 'a report 2'],
  ]);
});
