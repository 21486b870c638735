import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeCloudPaste } from '../../test/cloudpaste-database.ts';
import { openCloudPaste } from './cloudpaste-database.ts';

describe('a database of CloudPaste that somebody has made up (SECURITY 29)', () => {
  let folder = '';
  let file = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'satchel-cloudpaste-'));
    file = join(folder, 'cloudpaste.db');
    const access = { accessKeyId: 'id', secretAccessKey: 'secret' };
    writeCloudPaste(file, { endpoint: 'http://storage.test', bucket: 'bucket', ...access });
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const change = (statement: string) => {
    const database = new DatabaseSync(file);
    database.exec(statement);
    database.close();
  };
  /** Number of rows read, and the reasons for skipping the others. */
  const read = (table: 'files' | 's3_configs') => {
    using source = openCloudPaste(file);
    const problems: string[] = [];
    const rows = [...source.rows(table, (reason) => void problems.push(reason))];
    return { rows: rows.length, problems };
  };

  it.each([
    ['an empty key, which is the bucket itself', "storage_path = ''", 'storage_path is empty'],
    ['the key of another share', "storage_path = '.satchel/shares/x'", 'storage_path is reserved'],
    ['a header in its type', "mimetype = 'a/b' || char(13, 10) || 'x: y'", 'mimetype is no media'],
    ['more views than a number holds', 'max_views = 4611686018427387904', 'max_views'],
  ])('has no file with %s', (_, assignment, reason) => {
    const before = read('files').rows;
    change(`UPDATE files SET ${assignment} WHERE id = (SELECT min(id) FROM files)`);
    const { rows, problems } = read('files');
    expect(rows).toBe(before - 1);
    expect(problems).toEqual([expect.stringContaining(reason)]);
  });

  it('does not end the import by a limit that no number holds', () => {
    const before = read('s3_configs').rows;
    change(
      'UPDATE s3_configs SET total_storage_bytes = 4611686018427387904 WHERE id = (SELECT min(id) FROM s3_configs)',
    );
    const { rows, problems } = read('s3_configs');
    expect(rows).toBe(before - 1);
    expect(problems).toHaveLength(1);
  });
});
