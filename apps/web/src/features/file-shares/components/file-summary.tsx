import { formatBytes } from '@satchel/api-client/format-bytes';
import { plainName } from '#shared/format/plain-name.ts';

export interface FileSummaryProps {
  share: { filename: string; size: number; mimetype: string };
}

/** Name, kind and size in one line, for screens that do not show the file itself. */
export function FileSummary({ share }: FileSummaryProps) {
  return (
    <>
      <span className="text-ink">{plainName(share.filename)}</span> · {fileKindOf(share)} ·{' '}
      {formatBytes(share.size)}
    </>
  );
}

/** Short name of a file's kind: its extension, otherwise its media type. */
export function fileKindOf({ filename, mimetype }: { filename: string; mimetype: string }): string {
  const extension = /\.([A-Za-z0-9]{1,8})$/.exec(filename)?.[1];
  return extension ? extension.toUpperCase() : mimetype;
}
