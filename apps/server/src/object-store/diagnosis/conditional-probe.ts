import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import {
  CONDITIONAL_CALLS,
  type ConditionalCall,
  isRefusedCondition,
} from '../conditional-calls.ts';
import { bareEtag } from '../etag.ts';
import { encodeKey } from '../s3/presigner.ts';

const WRONG_ETAG = '0123456789abcdef0123456789abcdef';
const CLEANUP_TIMEOUT_MS = 5000;

interface Condition {
  readonly IfMatch?: string;
  readonly IfNoneMatch?: string;
}

/**
 * Tests which calls a storage makes conditional: it must refuse a condition that does not hold, and
 * accept one that holds.
 */
export async function findConditionalCalls(
  client: S3Client,
  Bucket: string,
  Key: string,
  abortSignal: AbortSignal,
): Promise<readonly ConditionalCall[]> {
  const object = { Bucket, Key };
  const source = { Bucket, Key: `${Key}.source` };
  const put = async (target = object, condition: Condition = {}) => {
    const command = new PutObjectCommand({ ...target, Body: 'satchel', ...condition });
    const { ETag = '' } = await client.send(command, { abortSignal });
    return bareEtag(ETag);
  };
  const tries: Record<ConditionalCall, (condition: Condition) => Promise<unknown>> = {
    put: (condition) => put(object, condition),
    complete: (condition) => completeOnce(client, object, condition, abortSignal),
    copy: async (condition) => {
      await put(source);
      const CopySource = `${Bucket}/${encodeKey(source.Key)}`;
      const command = new CopyObjectCommand({ ...object, CopySource, ...condition });
      await client.send(command, { abortSignal });
    },
    delete: (condition) =>
      client.send(new DeleteObjectCommand({ ...object, ...condition }), { abortSignal }),
  };
  const honours = async (call: ConditionalCall) => {
    const etag = await put();
    const attempt = tries[call];
    const isNewRefused =
      call === 'delete' || (await isRefused(() => attempt({ IfNoneMatch: '*' })));
    if (!isNewRefused || !(await isRefused(() => attempt({ IfMatch: WRONG_ETAG })))) return false;
    await attempt({ IfMatch: etag });
    return true;
  };
  const honoured: ConditionalCall[] = [];
  try {
    for (const call of CONDITIONAL_CALLS) {
      if (await honours(call).catch(() => false)) honoured.push(call);
    }
    return honoured;
  } finally {
    const limit = { abortSignal: AbortSignal.timeout(CLEANUP_TIMEOUT_MS) };
    for (const left of [object, source]) {
      await client.send(new DeleteObjectCommand(left), limit).catch(() => undefined);
    }
  }
}

async function completeOnce(
  client: S3Client,
  object: { readonly Bucket: string; readonly Key: string },
  condition: Condition,
  abortSignal: AbortSignal,
): Promise<void> {
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(object), { abortSignal });
  const upload = { ...object, UploadId };
  try {
    const part = new UploadPartCommand({ ...upload, PartNumber: 1, Body: 'satchel' });
    const { ETag } = await client.send(part, { abortSignal });
    const MultipartUpload = { Parts: [{ PartNumber: 1, ETag }] };
    const command = new CompleteMultipartUploadCommand({
      ...upload,
      MultipartUpload,
      ...condition,
    });
    await client.send(command, { abortSignal });
  } catch (error) {
    const limit = { abortSignal: AbortSignal.timeout(CLEANUP_TIMEOUT_MS) };
    await client.send(new AbortMultipartUploadCommand(upload), limit).catch(() => undefined);
    throw error;
  }
}

async function isRefused(attempt: () => Promise<unknown>): Promise<boolean> {
  try {
    await attempt();
    return false;
  } catch (error) {
    if (isRefusedCondition(error)) return true;
    throw error;
  }
}
