import { PERMISSION_FLAGS } from '@satchel/api-client/permissions';
import { describe, expect, it } from 'vitest';
import { snippetsOf } from './key-snippets.ts';

const ORIGIN = 'https://share.example';
const namesOf = (permissions: number, basic_path = '/') =>
  snippetsOf(ORIGIN, { key: 'sk_1', permissions, basic_path }).map(({ name }) => name);

describe('how a key is used from other programs', () => {
  it('is shown for what the key may do, and no more', () => {
    expect(namesOf(0)).toEqual(['client']);
    expect(namesOf(PERMISSION_FLAGS.text)).toEqual(['shareText', 'client']);
    expect(namesOf(PERMISSION_FLAGS.file_share)).toEqual(['shareFile', 'client']);
    expect(namesOf(PERMISSION_FLAGS.webdav_read)).toEqual(['webdav', 'rclone', 'client']);
  });

  it('begins at the base path of the key', () => {
    const key = { key: 'sk_1', permissions: PERMISSION_FLAGS.webdav_read, basic_path: '/团队/a b' };
    const [webdav] = snippetsOf(ORIGIN, key);
    expect(webdav?.code).toContain(`${ORIGIN}/dav/%E5%9B%A2%E9%98%9F/a%20b/`);
  });
});
