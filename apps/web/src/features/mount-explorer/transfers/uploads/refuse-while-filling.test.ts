import { describe, expect, it } from 'vitest';
import { addActiveUploads, uploadKeyOf } from '#shared/uploads/active-uploads.ts';
import { refuseWhileFilling } from './refuse-while-filling.ts';

const file = { name: 'a.txt', size: 1, lastModified: 1 };

describe('a folder that files are uploaded into', () => {
  addActiveUploads(() => [uploadKeyOf(file, { directory: '/m/album/below/' })]);

  it('is not renamed or moved, nor is one above it', async () => {
    await expect(refuseWhileFilling(['/m/album/below/'])).rejects.toThrow();
    await expect(refuseWhileFilling(['/m/other/', '/m/album/'])).rejects.toThrow();
  });

  it('does not concern files, folders below it, or names that begin alike', async () => {
    await refuseWhileFilling(['/m/album/a.txt', '/m/album/below/deeper/', '/m/alb/', '/m/al']);
  });
});
