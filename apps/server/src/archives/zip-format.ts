/**
 * From this value on, a size, offset or count needs a 64-bit field, and the old field has all bits set.
 */
const FULL_32 = 0xffff_ffff;
const FULL_16 = 0xffff;

const VERSION_PLAIN = 20;
const VERSION_ZIP64 = 45;
/** "Made by Unix", where the upper half of the attributes is a mode. */
const MADE_BY = (3 << 8) | VERSION_ZIP64;
const IS_UTF8 = 1 << 11;
const HAS_DESCRIPTOR = 1 << 3;
const FILE_ATTRIBUTES = 0o100644 * 0x1_0000;
const DIRECTORY_ATTRIBUTES = 0o040755 * 0x1_0000 + 0x10;

/** Entry in the archive's central directory. */
export interface ZipRecord {
  readonly name: Buffer;
  readonly modified: Date;
  /** In bytes. */
  readonly size: number;
  readonly crc32: number;
  /** True if the checksum follows the bytes in a data descriptor (ADR 25). */
  readonly hasDescriptor: boolean;
  /** Offset of its header in bytes from the start of the archive. */
  readonly offset: number;
}

/**
 * Local header before an entry's bytes. States the size even if a descriptor follows, so that tools that
 * read from a pipe find the end of a stored entry.
 */
export function localHeader(record: Omit<ZipRecord, 'offset'>): Buffer {
  const { name, size, hasDescriptor } = record;
  const isLarge = size >= FULL_32;
  const extra = extraFields(record.modified, isLarge ? [size, size] : []);
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x0403_4b50, 0);
  header.writeUInt16LE(isLarge ? VERSION_ZIP64 : VERSION_PLAIN, 4);
  writeCommon(header, 6, record, hasDescriptor ? 0 : record.crc32);
  header.writeUInt32LE(isLarge ? FULL_32 : size, 18);
  header.writeUInt32LE(isLarge ? FULL_32 : size, 22);
  header.writeUInt16LE(name.length, 26);
  header.writeUInt16LE(extra.length, 28);
  return Buffer.concat([header, name, extra]);
}

/** Data descriptor after the bytes of an entry. */
export function dataDescriptor({ size, crc32 }: Pick<ZipRecord, 'size' | 'crc32'>): Buffer {
  const isLarge = size >= FULL_32;
  const descriptor = Buffer.alloc(isLarge ? 24 : 16);
  descriptor.writeUInt32LE(0x0807_4b50, 0);
  descriptor.writeUInt32LE(crc32, 4);
  for (const at of [0, 1]) {
    if (isLarge) descriptor.writeBigUInt64LE(BigInt(size), 8 + 8 * at);
    else descriptor.writeUInt32LE(size, 8 + 4 * at);
  }
  return descriptor;
}

/** Entry of the central directory. */
export function centralHeader(record: ZipRecord): Buffer {
  const { name, size, offset } = record;
  const isLarge = size >= FULL_32;
  const isFar = offset >= FULL_32;
  const long = [...(isLarge ? [size, size] : []), ...(isFar ? [offset] : [])];
  const extra = extraFields(record.modified, long);
  const header = Buffer.alloc(46);
  header.writeUInt32LE(0x0201_4b50, 0);
  header.writeUInt16LE(MADE_BY, 4);
  header.writeUInt16LE(long.length > 0 ? VERSION_ZIP64 : VERSION_PLAIN, 6);
  writeCommon(header, 8, record, record.crc32);
  header.writeUInt32LE(isLarge ? FULL_32 : size, 20);
  header.writeUInt32LE(isLarge ? FULL_32 : size, 24);
  header.writeUInt16LE(name.length, 28);
  header.writeUInt16LE(extra.length, 30);
  const isDirectory = name.at(-1) === '/'.charCodeAt(0);
  header.writeUInt32LE(isDirectory ? DIRECTORY_ATTRIBUTES : FILE_ATTRIBUTES, 38);
  header.writeUInt32LE(isFar ? FULL_32 : offset, 42);
  return Buffer.concat([header, name, extra]);
}

/** End of the archive, which says where its central directory is. */
export function endOfArchive(count: number, directory: { offset: number; size: number }): Buffer {
  const { offset, size } = directory;
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x0605_4b50, 0);
  end.writeUInt16LE(Math.min(count, FULL_16), 8);
  end.writeUInt16LE(Math.min(count, FULL_16), 10);
  end.writeUInt32LE(Math.min(size, FULL_32), 12);
  end.writeUInt32LE(Math.min(offset, FULL_32), 16);
  const isPlain = count < FULL_16 && size < FULL_32 && offset < FULL_32;
  return isPlain ? end : Buffer.concat([longEnd(count, offset, size), end]);
}

function longEnd(count: number, offset: number, size: number): Buffer {
  const end = Buffer.alloc(56 + 20);
  end.writeUInt32LE(0x0606_4b50, 0);
  end.writeBigUInt64LE(44n, 4);
  end.writeUInt16LE(MADE_BY, 12);
  end.writeUInt16LE(VERSION_ZIP64, 14);
  for (const at of [24, 32]) end.writeBigUInt64LE(BigInt(count), at);
  end.writeBigUInt64LE(BigInt(size), 40);
  end.writeBigUInt64LE(BigInt(offset), 48);
  // ZIP64 locator: the offset of the record above.
  end.writeUInt32LE(0x0706_4b50, 56);
  end.writeBigUInt64LE(BigInt(offset + size), 64);
  end.writeUInt32LE(1, 72);
  return end;
}

/** Flags, method 0 for "not compressed", time and checksum, which both headers share. */
function writeCommon(
  header: Buffer,
  at: number,
  { hasDescriptor, modified }: Pick<ZipRecord, 'hasDescriptor' | 'modified'>,
  crc32: number,
): void {
  header.writeUInt16LE(IS_UTF8 | (hasDescriptor ? HAS_DESCRIPTOR : 0), at);
  header.writeUInt16LE(dosTime(modified), at + 4);
  header.writeUInt16LE(dosDate(modified), at + 6);
  header.writeUInt32LE(crc32, at + 8);
}

/** The ZIP64 field comes first, because Windows 7 looks for it only there. */
function extraFields(modified: Date, long: readonly number[]): Buffer {
  const time = timeField(modified);
  return long.length > 0 ? Buffer.concat([longField(long), time]) : time;
}

/** ZIP64 field for values that exceed the old fields. */
function longField(values: readonly number[]): Buffer {
  const field = Buffer.alloc(4 + 8 * values.length);
  field.writeUInt16LE(0x0001, 0);
  field.writeUInt16LE(8 * values.length, 2);
  for (const [index, value] of values.entries()) {
    field.writeBigUInt64LE(BigInt(value), 4 + 8 * index);
  }
  return field;
}

/** Time in UTC. The old field has no time zone and a resolution of two seconds. */
function timeField(modified: Date): Buffer {
  const field = Buffer.alloc(9);
  field.writeUInt16LE(0x5455, 0);
  field.writeUInt16LE(5, 2);
  field.writeUInt8(1, 4);
  field.writeUInt32LE(unixSeconds(modified), 5);
  return field;
}

/** Time as archives store it: whole seconds since 1970 that fit into 32 bits. */
export function unixSeconds(at: Date): number {
  return Math.min(Math.max(Math.floor(at.getTime() / 1000), 0), FULL_32);
}

function dosTime(at: Date): number {
  return (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
}

/** Clamps a date to the years of the format. */
function dosDate(at: Date): number {
  const year = Math.min(Math.max(at.getUTCFullYear(), 1980), 2107) - 1980;
  return (year << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
}
