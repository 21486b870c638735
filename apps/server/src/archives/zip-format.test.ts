import { describe, expect, it } from 'vitest';
import { centralHeader, dataDescriptor, endOfArchive, localHeader } from './zip-format.ts';

describe('records of 4 GiB and more', () => {
  const GIB_5 = 5 * 1024 ** 3;
  const record = {
    name: Buffer.from('large'),
    modified: new Date('2026-06-01T09:00:04Z'),
    size: GIB_5,
    crc32: 0x1234_5678,
    hasDescriptor: true,
  };

  it('have their sizes in 64 bits, in every place', () => {
    const local = localHeader(record);
    expect(local.readUInt32LE(18)).toBe(0xffff_ffff);
    expect(local.readUInt16LE(4)).toBe(45);
    expect(Number(local.readBigUInt64LE(30 + 5 + 4))).toBe(GIB_5);
    const descriptor = dataDescriptor(record);
    expect(descriptor.length).toBe(24);
    expect(Number(descriptor.readBigUInt64LE(8))).toBe(GIB_5);
    const central = centralHeader({ ...record, offset: 7 });
    // The field follows the header of 46 bytes and the name.
    const field = central.subarray(46 + 5);
    expect([field.readUInt16LE(0), field.readUInt16LE(2)]).toEqual([1, 16]);
    expect(Number(field.readBigUInt64LE(4))).toBe(GIB_5);
    expect(central.readUInt32LE(42)).toBe(7);
  });

  it('say in 64 bits where they begin, where that is far', () => {
    const central = centralHeader({ ...record, size: 3, offset: GIB_5 });
    const field = central.subarray(46 + 5);
    expect(central.readUInt32LE(42)).toBe(0xffff_ffff);
    expect(field.readUInt16LE(2)).toBe(8);
    expect(Number(field.readBigUInt64LE(4))).toBe(GIB_5);
  });

  it('are told of at the end', () => {
    expect(endOfArchive(1, { offset: 100, size: 50 })).toHaveLength(22);
    const end = endOfArchive(1, { offset: GIB_5, size: 50 });
    expect(Number(end.readBigUInt64LE(48))).toBe(GIB_5);
    expect(Number(end.readBigUInt64LE(56 + 8))).toBe(GIB_5 + 50);
    expect(end.readUInt32LE(76 + 16)).toBe(0xffff_ffff);
  });

  it.each([
    ['1970-01-01T00:00:00Z', 0x21],
    ['2200-01-01T00:00:00Z', (127 << 9) | 0x21],
  ])('%s fits into the old field of the date', (modified, date) => {
    const local = localHeader({ ...record, modified: new Date(modified) });
    expect(local.readUInt16LE(12)).toBe(date);
  });
});
