import { describe, expect, it } from 'vitest';
import {
  type Access,
  can,
  decideAccess,
  hasPermission,
  PERMISSION_FLAGS,
  type PermissionName,
  type Principal,
} from './permissions.ts';

/**
 * Expected permissions, written by hand and not computed by the code under test. `+` allowed, `?`
 * unauthenticated, `-` missing permission, `!` for administrators only.
 */
const MATRIX = `
                text file_share mount_view mount_upload mount_copy mount_rename mount_delete webdav_read webdav_manage mount public authenticated admin
anonymous       ?    ?          ?          ?            ?          ?            ?            ?           ?             ?     +      ?             ?
admin           +    +          +          +            +          +            +            +           +             +     +      +             +
apiKey/0        -    -          -          -            -          -            -            -           -             -     +      +             !
apiKey/1        +    -          -          -            -          -            -            -           -             -     +      +             !
apiKey/2        -    +          -          -            -          -            -            -           -             -     +      +             !
apiKey/3        +    +          -          -            -          -            -            -           -             -     +      +             !
apiKey/4        -    -          -          -            -          -            -            -           -             -     +      +             !
apiKey/256      -    -          +          -            -          -            -            -           -             +     +      +             !
apiKey/512      -    -          -          +            -          -            -            -           -             +     +      +             !
apiKey/1024     -    -          -          -            +          -            -            -           -             +     +      +             !
apiKey/2048     -    -          -          -            -          +            -            -           -             +     +      +             !
apiKey/4096     -    -          -          -            -          -            +            -           -             +     +      +             !
apiKey/7936     -    -          +          +            +          +            +            -           -             +     +      +             !
apiKey/8192     -    -          -          -            -          -            -            -           -             -     +      +             !
apiKey/65536    -    -          -          -            -          -            -            +           -             -     +      +             !
apiKey/131072   -    -          -          -            -          -            -            -           +             -     +      +             !
apiKey/196608   -    -          -          -            -          -            -            +           +             -     +      +             !
apiKey/204547   +    +          +          +            +          +            +            +           +             +     +      +             !
apiKey/-204548  -    -          -          -            -          -            -            -           -             -     +      +             !
apikey/204547   ?    ?          ?          ?            ?          ?            ?            ?           ?             ?     +      ?             ?
APIKEY/204547   ?    ?          ?          ?            ?          ?            ?            ?           ?             ?     +      ?             ?
Admin/204547    ?    ?          ?          ?            ?          ?            ?            ?           ?             ?     +      ?             ?
guest/204547    ?    ?          ?          ?            ?          ?            ?            ?           ?             ?     +      ?             ?
`;

const SIGNS = {
  unauthenticated: '?',
  missing_permission: '-',
  admin_only: '!',
  outside_base_path: 'outside',
  invalid_path: 'invalid',
} as const;

const [header = '', ...lines] = MATRIX.trim().split('\n');
const columns = header.trim().split(/ +/) as readonly (Access & string)[];
const rows = lines.map((line) => line.split(/ +/)).map(([who = '', ...signs]) => ({ who, signs }));

function principalOf(who: string): Principal {
  const [kind, bits] = who.split('/');
  return { kind, id: '42', permissions: Number(bits), basePath: '/' } as Principal;
}

function isPermission(access: Access & string): access is PermissionName {
  return !['public', 'authenticated', 'admin'].includes(access);
}

describe('who may what (SPEC 3, SPEC 6)', () => {
  it.each(rows)('$who may exactly what the table says', ({ who, signs }) => {
    expect(signs).toHaveLength(13);
    for (const [index, access] of columns.entries()) {
      const decision = decideAccess(principalOf(who), access);
      const sign = decision.allowed ? '+' : SIGNS[decision.reason];
      expect(sign, access).toBe(signs[index]);
      if (isPermission(access)) {
        expect(can(principalOf(who), access, '/a'), access).toBe(signs[index] === '+');
      }
    }
  });

  it.each(rows.filter(({ who }) => who.startsWith('apiKey/')))(
    'the bits of $who hold exactly what the table says',
    ({ who, signs }) => {
      for (const [index, name] of columns.filter(isPermission).entries()) {
        expect(hasPermission(Number(who.split('/')[1]), name), name).toBe(signs[index] === '+');
      }
    },
  );

  it('is asked by the names and bits of SPEC 3', () => {
    expect(PERMISSION_FLAGS).toEqual({
      text: 1,
      file_share: 2,
      mount_view: 256,
      mount_upload: 512,
      mount_copy: 1024,
      mount_rename: 2048,
      mount_delete: 4096,
      webdav_read: 65_536,
      webdav_manage: 131_072,
    });
  });

  it.each(['file', 'mounts', 'Text', 'toString'])('is an error of the unknown name %s', (name) => {
    const error = new RangeError(`unknown permission: ${name}`);
    for (const who of ['anonymous', 'admin', 'apiKey/204547']) {
      expect(() => can(principalOf(who), name as PermissionName)).toThrow(error);
    }
    expect(() => hasPermission(1, name as PermissionName)).toThrow(error);
  });
});
