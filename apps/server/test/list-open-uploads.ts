import { ListMultipartUploadsCommand, S3Client } from '@aws-sdk/client-s3';

export interface BucketAccess {
  readonly endpoint: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** Keys of the uploads that are open in a storage. */
export async function listOpenUploads(
  { endpoint, bucket, ...credentials }: BucketAccess,
  prefix = '',
): Promise<string[]> {
  const client = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials });
  const command = new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: prefix });
  const { Uploads = [] } = await client.send(command);
  client.destroy();
  return Uploads.map(({ Key = '' }) => Key);
}
