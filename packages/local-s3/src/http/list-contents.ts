import { OWNER } from '../operation.ts';
import type { Entry } from '../store/bucket-state.ts';
import { fromByteKey } from '../store/byte-key.ts';
import type { ListPage } from '../store/list-keys.ts';
import type { XmlElements } from '../xml/write-xml.ts';
import { isoDate } from './http-date.ts';

export function writeContents(
  page: ListPage<Entry>,
  encode: (name: string) => string,
  withOwner: boolean,
): XmlElements {
  const contents = page.entries.map((entry) => {
    const elements: XmlElements = [
      ['Key', encode(fromByteKey(entry.key))],
      ['LastModified', isoDate(entry.modifiedMs)],
      ['ETag', `"${entry.etag}"`],
      ['ChecksumAlgorithm', entry.checksumAlgorithm],
      ['Size', entry.size],
      ['StorageClass', 'STANDARD'],
      ['Owner', withOwner ? OWNER : undefined],
    ];
    return ['Contents', elements] as const;
  });
  return [...contents, ...writeCommonPrefixes(page.commonPrefixes, encode)];
}

export function writeCommonPrefixes(
  prefixes: readonly string[],
  encode: (name: string) => string,
): XmlElements {
  return prefixes.map((prefix) => {
    return ['CommonPrefixes', [['Prefix', encode(fromByteKey(prefix))]]] as const;
  });
}
