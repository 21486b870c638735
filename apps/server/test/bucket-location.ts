import type { ObjectStoreLocation } from '../src/object-store/object-store.ts';

/** Location of a bucket that a test answers for. */
export function bucketLocation(
  given: Pick<ObjectStoreLocation, 'configId' | 'isEmbedded'> & Partial<ObjectStoreLocation>,
): ObjectStoreLocation {
  return {
    version: '1',
    signsContentLength: false,
    conditionalCalls: new Set(),
    endpointUrl: '',
    publicEndpointUrl: undefined,
    region: '',
    bucket: 'bucket',
    accessKeyId: 'id',
    secretAccessKey: 'secret',
    pathStyle: true,
    ...given,
  };
}
