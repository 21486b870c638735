import { S3Error } from '../s3-error.ts';
import { parseXml, type XmlChildren } from '../xml/parse-xml.ts';
import { type IncomingPayload, receivePayload } from './receive-payload.ts';

/**
 * The largest XML document, in bytes. Enough for 10,000 parts with checksums, and for 1,000 keys of
 * 1,024 escaped bytes; larger ones are attacks (SECURITY 9).
 */
const MAX_DOCUMENT_BYTES = 8 * 1024 * 1024;

/** The parsed document; undefined if the body is empty. */
export async function receiveDocument(
  payload: IncomingPayload,
  root: string,
): Promise<XmlChildren | undefined> {
  const { result: text } = await receivePayload(payload, {
    consume: async (source, onChunk) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      for await (const chunk of source) {
        bytes += chunk.length;
        if (bytes > MAX_DOCUMENT_BYTES) throw new S3Error('MaxMessageLengthExceeded');
        onChunk(chunk);
        chunks.push(chunk);
      }
      return Buffer.concat(chunks).toString('utf8');
    },
    discard: async () => undefined,
  });
  return text === '' ? undefined : parseXml(text, root);
}

export async function receiveRequiredDocument(
  payload: IncomingPayload,
  root: string,
): Promise<XmlChildren> {
  const document = await receiveDocument(payload, root);
  if (document === undefined) throw new S3Error('MalformedXML');
  return document;
}
