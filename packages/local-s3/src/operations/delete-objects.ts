import { matchesEtag } from '../http/conditions.ts';
import { incomingPayload, type Operation, requireBucket, xmlResponse } from '../operation.ts';
import { receiveRequiredDocument } from '../payload/receive-document.ts';
import { S3Error } from '../s3-error.ts';
import { MAX_KEY_BYTES, toByteKey } from '../store/byte-key.ts';
import type { Change } from '../store/records.ts';
import { childElements, childText, requiredText } from '../xml/parse-xml.ts';
import type { XmlElements } from '../xml/write-xml.ts';

const MAX_KEYS = 1000;

export const deleteObjects: Operation = async (context) => {
  const bucket = requireBucket(context);
  const document = await receiveRequiredDocument(incomingPayload(context), 'Delete');
  const isQuiet = childText(document, 'Quiet')?.trim() === 'true';
  const objects = childElements(document, 'Object').map((node) => ({
    key: requiredText(node, 'Key'),
    match: childText(node, 'ETag'),
    versionId: childText(node, 'VersionId'),
  }));
  if (objects.length === 0 || objects.length > MAX_KEYS) throw new S3Error('MalformedXML');

  const replies: [string, XmlElements][] = [];
  await bucket.commit((view) => {
    const changes: Change[] = [];
    for (const { key, match, versionId } of objects) {
      const error = refusal(key, match, versionId, view.object(toByteKey(key))?.etag);
      if (error !== undefined) {
        replies.push([
          'Error',
          [
            ['Key', key],
            ['Code', error.code],
            ['Message', error.message],
          ],
        ]);
        continue;
      }
      changes.push({ op: 'delete', key: toByteKey(key) });
      if (!isQuiet) replies.push(['Deleted', [['Key', key]]]);
    }
    return changes.filter((change) => change.op === 'delete' && view.object(change.key));
  });
  return xmlResponse('DeleteResult', replies);
};

function refusal(
  key: string,
  match: string | undefined,
  versionId: string | undefined,
  etag: string | undefined,
): S3Error | undefined {
  if (toByteKey(key).length > MAX_KEY_BYTES) return new S3Error('KeyTooLongError');
  if (versionId !== undefined && versionId !== '' && versionId !== 'null') {
    return new S3Error('NotImplemented', 'There are no versions');
  }
  if (match === undefined || etag === undefined || matchesEtag(match, etag)) return undefined;
  return new S3Error('PreconditionFailed');
}
