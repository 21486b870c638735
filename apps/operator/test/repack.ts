import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { extract as createExtract, pack as createPack, type Header } from 'tar-stream';

/** Rewrites a backup with changed entries and valid hashes, as an attacker who knows the format could. */
export async function repack(
  from: string,
  to: string,
  change: (header: Header, body: Buffer) => readonly [Partial<Header>, Buffer],
): Promise<void> {
  const extract = createExtract();
  Readable.from([await readFile(from)]).pipe(extract);
  const pack = createPack();
  const written = buffer(pack);
  let sums = '';
  for await (const entry of extract) {
    const { name, mode, mtime } = entry.header;
    const original = await buffer(entry);
    const [changes, body] =
      name === 'SHA256SUMS' ? [{}, Buffer.from(sums)] : change(entry.header, original);
    pack.entry({ name, mode, mtime, ...changes }, body);
    sums += `${createHash('sha256').update(body).digest('hex')}  ${name}\n`;
  }
  pack.finalize();
  await writeFile(to, await written);
}
