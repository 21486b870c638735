import { client } from '#shared/api/client.ts';
import { backendOrigin } from '#shared/environment/backend.ts';
import { PdfPreview } from '#shared/previews/pdf-preview.tsx';
import type { Entry } from '../../queries.ts';

/**
 * PDF viewer. It requests ranges, so that pages load one by one, and through the server, because the
 * storage's CORS rules may refuse this page.
 */
export function PdfView({ file }: { file: Entry }) {
  const query = new URLSearchParams({ path: file.path });
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <PdfPreview
        url={`${backendOrigin()}/api/fs/download?${query}`}
        name={file.name}
        readHeaders={client.headers}
      />
    </div>
  );
}
