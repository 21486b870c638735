import { isoDate } from '../http/http-date.ts';
import { type Operation, OWNER, xmlResponse } from '../operation.ts';

export const listBuckets: Operation = async ({ store }) => {
  const buckets = store.buckets().map(
    ({ name, config }) =>
      [
        'Bucket',
        [
          ['Name', name],
          ['CreationDate', isoDate(config.createdMs)],
        ],
      ] as const,
  );
  return xmlResponse('ListAllMyBucketsResult', [
    ['Owner', OWNER],
    ['Buckets', buckets],
  ]);
};
