import { type Operation, requireBucket, xmlResponse } from '../operation.ts';

/** An empty element, which means that versioning was never enabled. Some clients ask this first. */
export const getBucketVersioning: Operation = async (context) => {
  requireBucket(context);
  return xmlResponse('VersioningConfiguration', []);
};
