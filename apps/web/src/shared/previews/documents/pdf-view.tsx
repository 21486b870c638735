import { PdfPreview } from '../pdf-preview.tsx';
import { type PreviewFile, usePreviewSource } from '../source/preview-source.ts';

/** PDF viewer. It requests ranges, so that pages load one by one. */
export function PdfView({ file }: { file: PreviewFile }) {
  const source = usePreviewSource();
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <PdfPreview
        url={source.rangedUrl(file.path)}
        name={file.name}
        readHeaders={source.rangedHeaders}
      />
    </div>
  );
}
