// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { answerOf, DocumentTooLargeError } from './document-answer.ts';
import { packed } from './sample-documents.ts';
import { unpackDocument } from './unpack-document.ts';

const LIMITS = { totalBytes: 100_000, markupBytes: 50_000 };

describe('an unpacked document', () => {
  it('has the same parts, without compression', async () => {
    const text = 'the same words again '.repeat(1000);
    const document = await packed({ 'word/document.xml': text, 'media/note.txt': text });
    expect(document.length).toBeLessThan(text.length);
    const unpacked = await unpackDocument(document, LIMITS);
    expect(new TextDecoder().decode(unpacked).split(text)).toHaveLength(3);
  });

  it('is refused when all parts, or its markup, are too large (SECURITY 9)', async () => {
    const parts = (name: string, length: number) => packed({ [name]: '0'.repeat(length) });
    await expect(unpackDocument(await parts('a.png', 60_000), LIMITS)).resolves.toBeDefined();
    const bomb = unpackDocument(await parts('a.png', 200_000), LIMITS);
    await expect(bomb).rejects.toThrow(DocumentTooLargeError);
    const markup = unpackDocument(await parts('a.xml', 60_000), LIMITS);
    await expect(markup).rejects.toThrow(DocumentTooLargeError);
  });

  it('is refused when its archive lies about sizes', async () => {
    const document = await packed({ 'a.xml': '0'.repeat(10_000_000) });
    const view = new DataView(document.buffer, document.byteOffset);
    for (let at = 0; at < document.length - 4; at += 1) {
      // Unpacked sizes in the header of the part and in the list of parts.
      if (view.getUint32(at, true) === 0x04034b50) view.setUint32(at + 22, 10, true);
      if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, 10, true);
    }
    await expect(answerOf(() => unpackDocument(document, LIMITS))).resolves.toHaveProperty(
      'problem',
    );
  });
});
