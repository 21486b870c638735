import { S3Client } from '@aws-sdk/client-s3';
import { createUploadServer } from '@satchel/multipart-uploader/server';
import { createAwsStorage } from '@satchel/multipart-uploader/server/aws';

// The client takes the region, the keys and AWS_ENDPOINT_URL from the environment.
export const uploads = createUploadServer({
  storage: createAwsStorage(new S3Client({}), process.env.BUCKET ?? 'uploads'),
  secret: process.env.UPLOAD_SECRET ?? '',
  authorize({ request }) {
    // Replace this by your sessions. Here each browser has its own secret id, and sees only its own uploads.
    const authorization = request.headers.get('authorization') ?? '';
    const [, owner] = /^Guest ([\w-]{36})$/.exec(authorization) ?? [];
    return owner === undefined ? null : { owner };
  },
  chooseKey: ({ owner, file }) =>
    `${owner}/${crypto.randomUUID()}-${file.name.slice(-100).replace(/[^\w.-]/g, '_')}`,
  maxFileSizeBytes: 10 * 1024 ** 3,
});
