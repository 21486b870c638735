import type { Target } from './http/parse-target.ts';
import type { S3Request } from './http/s3-message.ts';
import type { Operation } from './operation.ts';
import { abortMultipartUpload } from './operations/abort-multipart-upload.ts';
import { completeMultipartUpload } from './operations/complete-multipart-upload.ts';
import { copyObject } from './operations/copy-object.ts';
import { createBucket } from './operations/create-bucket.ts';
import { createMultipartUpload } from './operations/create-multipart-upload.ts';
import { deleteBucket } from './operations/delete-bucket.ts';
import { deleteBucketCors } from './operations/delete-bucket-cors.ts';
import { deleteObject } from './operations/delete-object.ts';
import { deleteObjects } from './operations/delete-objects.ts';
import { getBucketCors } from './operations/get-bucket-cors.ts';
import { getBucketLocation } from './operations/get-bucket-location.ts';
import { getBucketVersioning } from './operations/get-bucket-versioning.ts';
import { getObject } from './operations/get-object.ts';
import { headBucket } from './operations/head-bucket.ts';
import { headObject } from './operations/head-object.ts';
import { listBuckets } from './operations/list-buckets.ts';
import { listMultipartUploads } from './operations/list-multipart-uploads.ts';
import { listObjects } from './operations/list-objects.ts';
import { listObjectsV2 } from './operations/list-objects-v2.ts';
import { listParts } from './operations/list-parts.ts';
import { putBucketCors } from './operations/put-bucket-cors.ts';
import { putObject } from './operations/put-object.ts';
import { uploadPart } from './operations/upload-part.ts';
import { uploadPartCopy } from './operations/upload-part-copy.ts';
import { S3Error } from './s3-error.ts';

/** Finds the operation by method, by bucket or object in the path, and by the query's sub-resource. */
const ROUTES: Readonly<Record<string, Operation>> = {
  'GET service': listBuckets,
  'PUT bucket': createBucket,
  'HEAD bucket': headBucket,
  'DELETE bucket': deleteBucket,
  'GET bucket': listObjects,
  'GET bucket list-type': listObjectsV2,
  'GET bucket location': getBucketLocation,
  'GET bucket versioning': getBucketVersioning,
  'GET bucket uploads': listMultipartUploads,
  'GET bucket cors': getBucketCors,
  'PUT bucket cors': putBucketCors,
  'DELETE bucket cors': deleteBucketCors,
  'POST bucket delete': deleteObjects,
  'PUT object': putObject,
  'PUT object copy': copyObject,
  'GET object': getObject,
  'HEAD object': headObject,
  'DELETE object': deleteObject,
  'POST object uploads': createMultipartUpload,
  'PUT object uploadId': uploadPart,
  'PUT object uploadId copy': uploadPartCopy,
  'POST object uploadId': completeMultipartUpload,
  'DELETE object uploadId': abortMultipartUpload,
  'GET object uploadId': listParts,
};

/** All sub-resources of S3. Unsupported ones are refused: ignoring them would falsely report success. */
const SUB_RESOURCES = [
  ...['accelerate', 'acl', 'analytics', 'attributes', 'cors', 'delete', 'encryption'],
  ...['intelligent-tiering', 'inventory', 'legal-hold', 'lifecycle', 'list-type', 'location'],
  ...['logging', 'metadataTable', 'metrics', 'notification', 'object-lock', 'ownershipControls'],
  ...['policy', 'policyStatus', 'publicAccessBlock', 'renameObject', 'replication'],
  ...['requestPayment', 'restore', 'retention', 'select', 'session', 'tagging', 'torrent'],
  ...['uploadId', 'uploads', 'versionId', 'versioning', 'versions', 'website'],
];

const UNSUPPORTED_HEADERS =
  /^x-amz-(?:server-side-encryption|copy-source-server-side|object-lock|tagging$|website-redirect|grant-|write-offset|mfa|rename)/;

const PRIVATE_ACLS = ['private', 'bucket-owner-full-control', 'bucket-owner-read'];

export function route(
  request: Pick<S3Request, 'method' | 'headers'>,
  target: Target,
  query: ReadonlyMap<string, string>,
): Operation {
  const { method, headers } = request;
  refuseUnsupportedHeaders(headers);
  const subject = target.key !== '' ? 'object' : target.bucketName !== '' ? 'bucket' : 'service';
  const found = SUB_RESOURCES.filter((name) => isAsked(name, query));
  const isCopy = method === 'PUT' && headers['x-amz-copy-source'] !== undefined;
  const name = [method, subject, ...found, ...(isCopy ? ['copy'] : [])].join(' ');
  const operation = Object.hasOwn(ROUTES, name) ? ROUTES[name] : undefined;
  if (operation !== undefined) return operation;
  throw new S3Error(found.length > 0 ? 'NotImplemented' : 'MethodNotAllowed');
}

function isAsked(name: string, query: ReadonlyMap<string, string>): boolean {
  // Only `list-type=2` is version 2. `versionId=null` is accepted, because no other version exists.
  if (name === 'list-type') return query.get(name) === '2';
  if (name === 'versionId') return query.has(name) && query.get(name) !== 'null';
  return query.has(name);
}

function refuseUnsupportedHeaders(headers: S3Request['headers']): void {
  const unsupported = Object.keys(headers).find((name) => UNSUPPORTED_HEADERS.test(name));
  if (unsupported !== undefined) {
    throw new S3Error('NotImplemented', undefined, { details: { Header: unsupported } });
  }
  const acl = headers['x-amz-acl'];
  if (acl !== undefined && !PRIVATE_ACLS.includes(acl)) {
    throw new S3Error('AccessControlListNotSupported');
  }
  const storageClass = headers['x-amz-storage-class'];
  if (storageClass !== undefined && storageClass !== 'STANDARD') {
    throw new S3Error('InvalidStorageClass');
  }
}
