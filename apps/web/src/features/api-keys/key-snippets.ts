import { hasFlag } from './key-options.ts';

export type SnippetName = 'shareText' | 'shareFile' | 'listMount' | 'webdav' | 'rclone' | 'client';

export interface KeySnippet {
  readonly name: SnippetName;
  readonly code: string;
}

/** Snippets that use the key from other programs, limited to its permissions. */
export function snippetsOf(
  origin: string,
  key: { key: string; permissions: number; basic_path: string },
): readonly KeySnippet[] {
  const can = (...names: Parameters<typeof hasFlag>[1][]) =>
    names.some((name) => hasFlag(key.permissions, name));
  const header = `-H 'Authorization: ApiKey ${key.key}'`;
  const snippets: KeySnippet[] = [];
  if (can('text')) {
    const type = "-H 'Content-Type: text/plain' -H 'Accept: text/plain'";
    const code = `curl ${header} ${type} \\\n  --data-binary @notes.txt ${origin}/api/paste`;
    snippets.push({ name: 'shareText', code });
  }
  if (can('file_share')) {
    const code = `curl ${header} -H 'Accept: text/plain' \\\n  -T photo.jpg ${origin}/api/upload-direct/`;
    snippets.push({ name: 'shareFile', code });
  }
  if (can('mount_view')) {
    const path = encodeURIComponent(key.basic_path);
    snippets.push({
      name: 'listMount',
      code: `curl ${header} '${origin}/api/fs/list?path=${path}'`,
    });
  }
  if (can('webdav_read', 'webdav_manage')) {
    const path = key.basic_path.split('/').map(encodeURIComponent).join('/').replace(/\/$/, '');
    const address = `${origin}/dav${path}/`;
    const credentials = `user=${key.key} pass=${key.key} --obscure`;
    snippets.push(
      {
        name: 'webdav',
        code: `curl -u '${key.key}:${key.key}' -X PROPFIND -H 'Depth: 1' ${address}`,
      },
      {
        name: 'rclone',
        code: `rclone config create satchel webdav \\\n  url=${address} vendor=other ${credentials}\nrclone ls satchel:`,
      },
    );
  }
  snippets.push({ name: 'client', code: clientSnippet(origin, key.key) });
  return snippets;
}

function clientSnippet(origin: string, key: string): string {
  return [
    "import { createClient } from '@satchel/api-client';",
    '',
    'const satchel = createClient({',
    `  baseUrl: '${origin}',`,
    `  credential: () => ({ kind: 'apiKey', key: '${key}' }),`,
    '});',
  ].join('\n');
}
