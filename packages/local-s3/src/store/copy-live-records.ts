import type { BucketState } from './bucket-state.ts';
import type { JournalFile, RecordPosition } from './journal-file.ts';

const WRITE_BYTES = 1024 * 1024;

/** Copied record with its new position. */
export interface MovedRecord {
  readonly holder: { position: RecordPosition };
  readonly position: RecordPosition;
}

/** Appends the records that still count to an empty journal, which is not synced. */
export async function copyLiveRecords(
  source: JournalFile,
  state: BucketState,
  target: JournalFile,
): Promise<MovedRecord[]> {
  const moved: MovedRecord[] = [];
  let buffers: Buffer[] = [];
  let holders: MovedRecord['holder'][] = [];
  let bytes = 0;
  const flush = async () => {
    if (buffers.length === 0) return;
    const positions = await target.append(buffers, false);
    positions.forEach((position, at) => {
      const holder = holders[at];
      if (holder !== undefined) moved.push({ holder, position });
    });
    buffers = [];
    holders = [];
    bytes = 0;
  };
  for await (const records of source.scan()) {
    for (const { json, position } of records) {
      const holder = state.holder(JSON.parse(json), position);
      if (holder === undefined) continue;
      const buffer = Buffer.from(json);
      buffers.push(buffer);
      holders.push(holder);
      bytes += buffer.length;
      if (bytes >= WRITE_BYTES) await flush();
    }
  }
  await flush();
  return moved;
}
