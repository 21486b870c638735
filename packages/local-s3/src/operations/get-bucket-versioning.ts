import { type Operation, requireBucket, xmlResponse } from '../operation.ts';

/** Empty: versioning was never switched on. Clients ask before they do anything else. */
export const getBucketVersioning: Operation = async (context) => {
  requireBucket(context);
  return xmlResponse('VersioningConfiguration', []);
};
