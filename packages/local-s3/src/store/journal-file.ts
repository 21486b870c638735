import { type FileHandle, open, stat } from 'node:fs/promises';
import { crc32 } from 'node:zlib';

const SCAN_CHUNK_BYTES = 1024 * 1024;
const NEWLINE = 0x0a;
const TAB = 0x09;

export interface RecordPosition {
  readonly offset: number;
  readonly length: number;
}

export interface ScannedRecord {
  readonly json: string;
  readonly position: RecordPosition;
}

/**
 * An append-only file of commits. Each commit is one line, `crc32 TAB json TAB json … LF`. A commit that
 * a crash has left incomplete does not match its checksum; it was never acknowledged, and is cut off
 * when the file is opened again.
 */
export class JournalFile {
  readonly #file: FileHandle;
  #end = 0;
  #readers = 0;
  #isRetired = false;

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  /**
   * `wx+` makes a file, `r+` opens one and `r` only reads it. Not `a`, because a failed write has to be
   * overwritten.
   */
  static async open(path: string, flags: 'r' | 'r+' | 'wx+'): Promise<JournalFile> {
    return new JournalFile(await open(path, flags));
  }

  /** Reads every commit from the start, and cuts a torn one off the end. */
  async *recover(): AsyncGenerator<ScannedRecord[]> {
    yield* this.scan(Number.POSITIVE_INFINITY);
    await this.#cutTo(this.#end);
  }

  /**
   * Reads what another process has appended since the last time, and nothing that it still writes.
   */
  async *scanNew(): AsyncGenerator<ScannedRecord[]> {
    yield* this.scan(Number.POSITIVE_INFINITY, this.#end);
  }

  /** Whether the path still leads to this file, and not to one that was renamed over it. */
  async isAt(path: string): Promise<boolean> {
    const [ours, current] = await Promise.all([this.#file.stat(), stat(path)]);
    return ours.ino === current.ino && ours.dev === current.dev;
  }

  async *scan(until: number = this.#end, start = 0): AsyncGenerator<ScannedRecord[]> {
    let carry: Buffer = Buffer.alloc(0);
    let carryOffset = start;
    let tornAt: number | undefined;
    for (;;) {
      const chunk = Buffer.allocUnsafe(SCAN_CHUNK_BYTES);
      const from = carryOffset + carry.length;
      const wanted = Math.min(SCAN_CHUNK_BYTES, until - from);
      const { bytesRead } =
        wanted > 0 ? await this.#file.read(chunk, 0, wanted, from) : { bytesRead: 0 };
      if (bytesRead === 0) return;
      carry = Buffer.concat([carry, chunk.subarray(0, bytesRead)]);
      let lineStart = 0;
      for (;;) {
        const lineEnd = carry.indexOf(NEWLINE, lineStart);
        if (lineEnd < 0) break;
        if (tornAt !== undefined) throw damaged(tornAt);
        const offset = carryOffset + lineStart;
        const records = parseLine(carry.subarray(lineStart, lineEnd), offset);
        lineStart = lineEnd + 1;
        if (records === undefined) {
          tornAt = offset;
          continue;
        }
        this.#end = Math.max(this.#end, carryOffset + lineStart);
        yield records;
      }
      carry = carry.subarray(lineStart);
      carryOffset += lineStart;
    }
  }

  /** Appends one commit and returns when it is durable. If it cannot, the file is as before. */
  async append(records: readonly Buffer[], sync = true): Promise<RecordPosition[]> {
    const { line, positions } = formatLine(records, this.#end);
    try {
      let written = 0;
      while (written < line.length) {
        const left = line.length - written;
        const result = await this.#file.write(line, written, left, this.#end + written);
        written += result.bytesWritten;
      }
      if (sync) await this.#file.datasync();
    } catch (error) {
      await this.#cutTo(this.#end).catch((cutError) => {
        throw new AggregateError([error, cutError], 'The end of the journal is unknown');
      });
      throw error;
    }
    this.#end += line.length;
    return positions;
  }

  async sync(): Promise<void> {
    await this.#file.sync();
  }

  async read(position: RecordPosition): Promise<string> {
    this.#readers += 1;
    try {
      const buffer = Buffer.allocUnsafe(position.length);
      let filled = 0;
      while (filled < position.length) {
        const left = position.length - filled;
        const { bytesRead } = await this.#file.read(buffer, filled, left, position.offset + filled);
        if (bytesRead === 0) throw damaged(position.offset);
        filled += bytesRead;
      }
      return buffer.toString('utf8');
    } finally {
      this.#readers -= 1;
      if (this.#isRetired && this.#readers === 0) await this.#file.close();
    }
  }

  /** Closes the file once the last reader is through. */
  async retire(): Promise<void> {
    this.#isRetired = true;
    if (this.#readers === 0) await this.#file.close();
  }

  async #cutTo(length: number): Promise<void> {
    const { size } = await this.#file.stat();
    if (size === length) return;
    await this.#file.truncate(length);
    await this.#file.datasync();
  }
}

function formatLine(records: readonly Buffer[], start: number) {
  const pieces: Buffer[] = [];
  const positions: RecordPosition[] = [];
  let offset = start + 8;
  for (const record of records) {
    pieces.push(Buffer.of(TAB), record);
    positions.push({ offset: offset + 1, length: record.length });
    offset += 1 + record.length;
  }
  const body = Buffer.concat(pieces);
  const sum = crc32(body).toString(16).padStart(8, '0');
  return { line: Buffer.concat([Buffer.from(sum), body, Buffer.of(NEWLINE)]), positions };
}

function parseLine(line: Buffer, offset: number): ScannedRecord[] | undefined {
  const body = line.subarray(8);
  const sum = line.subarray(0, 8).toString('latin1');
  if (body.length === 0 || sum !== crc32(body).toString(16).padStart(8, '0')) return undefined;
  const records: ScannedRecord[] = [];
  for (let start = 1; start <= body.length; ) {
    const tab = body.indexOf(TAB, start);
    const end = tab < 0 ? body.length : tab;
    const position = { offset: offset + 8 + start, length: end - start };
    records.push({ json: body.toString('utf8', start, end), position });
    start = end + 1;
  }
  return records;
}

function damaged(offset: number): Error {
  return new Error(`The journal is damaged at byte ${offset}; restore it from a backup`);
}
