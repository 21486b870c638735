/** NVM Express base specification, 64-bit CRC, reflected. */
const POLYNOMIAL = 0x9a6c9329ac4bc9b5n;
const LANES = 8;

/** Numbers have 32 bits for bitwise work, so that each table holds low and high halves. */
const { low: LOW, high: HIGH } = createTables();

/** State as two unsigned halves; a `bigint` per byte would be a hundred times slower. */
export interface Crc64 {
  update(data: Uint8Array): void;
  digest(): Buffer;
}

export function createCrc64Nvme(): Crc64 {
  let low = -1;
  let high = -1;
  return {
    update(data) {
      const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
      let at = 0;
      for (const end = data.length - (data.length % LANES); at < end; at += LANES) {
        const a = view.getUint32(at, true) ^ low;
        const b = view.getUint32(at + 4, true) ^ high;
        low = fold(LOW, a, b);
        high = fold(HIGH, a, b);
      }
      for (; at < data.length; at += 1) {
        const byte = (low ^ view.getUint8(at)) & 0xff;
        low = ((low >>> 8) | (high << 24)) ^ (LOW[byte] ?? 0);
        high = (high >>> 8) ^ (HIGH[byte] ?? 0);
      }
    },
    digest() {
      const digest = Buffer.alloc(8);
      digest.writeUInt32BE(~high >>> 0, 0);
      digest.writeUInt32BE(~low >>> 0, 4);
      return digest;
    },
  };
}

function fold(table: Int32Array, a: number, b: number): number {
  return (
    (table[1792 + (a & 0xff)] ?? 0) ^
    (table[1536 + ((a >>> 8) & 0xff)] ?? 0) ^
    (table[1280 + ((a >>> 16) & 0xff)] ?? 0) ^
    (table[1024 + (a >>> 24)] ?? 0) ^
    (table[768 + (b & 0xff)] ?? 0) ^
    (table[512 + ((b >>> 8) & 0xff)] ?? 0) ^
    (table[256 + ((b >>> 16) & 0xff)] ?? 0) ^
    (table[b >>> 24] ?? 0)
  );
}

function createTables() {
  const values: bigint[] = [];
  for (let at = 0; at < LANES * 256; at += 1) {
    const previous = values[at - 256] ?? 0n;
    const folded = (previous >> 8n) ^ (values[Number(previous & 0xffn)] ?? 0n);
    values.push(at < 256 ? oneByte(BigInt(at)) : folded);
  }
  return {
    low: Int32Array.from(values, (value) => Number(BigInt.asIntN(32, value))),
    high: Int32Array.from(values, (value) => Number(BigInt.asIntN(32, value >> 32n))),
  };
}

function oneByte(byte: bigint): bigint {
  let crc = byte;
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1n ? (crc >> 1n) ^ POLYNOMIAL : crc >> 1n;
  return crc;
}
