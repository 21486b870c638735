/** Castagnoli's polynomial, reflected. */
const POLYNOMIAL = 0x82f63b78;
const LANES = 8;

/** Slicing-by-8: eight tables let eight bytes be folded in one step. */
const TABLES = createTables();

export function crc32c(data: Uint8Array, initial = 0): number {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  let crc = ~initial;
  let at = 0;
  for (const end = data.length - (data.length % LANES); at < end; at += LANES) {
    const low = view.getUint32(at, true) ^ crc;
    const high = view.getUint32(at + 4, true);
    crc =
      lookUp(7, low) ^
      lookUp(6, low >>> 8) ^
      lookUp(5, low >>> 16) ^
      lookUp(4, low >>> 24) ^
      lookUp(3, high) ^
      lookUp(2, high >>> 8) ^
      lookUp(1, high >>> 16) ^
      lookUp(0, high >>> 24);
  }
  for (; at < data.length; at += 1) crc = (crc >>> 8) ^ lookUp(0, crc ^ view.getUint8(at));
  return ~crc >>> 0;
}

function lookUp(table: number, byte: number): number {
  return TABLES[table * 256 + (byte & 0xff)] ?? 0;
}

function createTables(): Int32Array {
  const tables = new Int32Array(LANES * 256);
  for (let byte = 0; byte < 256; byte += 1) {
    let crc = byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? POLYNOMIAL : 0);
    tables[byte] = crc;
  }
  for (let at = 256; at < tables.length; at += 1) {
    const previous = tables[at - 256] ?? 0;
    tables[at] = (previous >>> 8) ^ (tables[previous & 0xff] ?? 0);
  }
  return tables;
}
