import { readdir, statfs } from 'node:fs/promises';
import type { Config } from '@satchel/server/config';
import { advice, type Check, ok, problem, reasonOf } from './check.ts';

const LOW_BYTES = 1024 ** 3;
const LOW_SHARE = 0.05;

export async function checkDisk({ dataDirectory }: Config): Promise<readonly Check[]> {
  try {
    const { bavail, bsize, blocks } = await statfs(dataDirectory);
    const free = bavail * bsize;
    const share = blocks > 0 ? bavail / blocks : 0;
    const text = `${(free / 1024 ** 3).toFixed(1)} GiB are free in DATA_DIR, ${Math.round(share * 100)} %`;
    const isLow = free < LOW_BYTES || share < LOW_SHARE;
    const room = isLow
      ? problem('disk', text, 'Free some space: uploads and backups fail on a full disk.')
      : ok('disk', text);
    return [room, ...(await findLeftovers(dataDirectory))];
  } catch (error) {
    return [
      problem(
        'disk',
        `DATA_DIR cannot be read: ${reasonOf(error)}`,
        'Check DATA_DIR and its owner.',
      ),
    ];
  }
}

async function findLeftovers(dataDirectory: string): Promise<readonly Check[]> {
  const names = await readdir(dataDirectory);
  return names
    .filter((name) => name.startsWith('replaced-'))
    .map((name) =>
      advice('disk', `${name} has what was there before a restore`, 'Remove it when all is well.'),
    );
}
