import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { OfficePreview } from '../office-preview.tsx';
import { type PreviewFile, usePreviewSource } from '../source/preview-source.ts';
import { PreviewError } from '../window/preview-error.tsx';

/** Office viewer. It creates the link for the external viewer only after the user has agreed. */
export function OfficeView({ file }: { file: PreviewFile }) {
  const source = usePreviewSource();
  const [isAgreed, setIsAgreed] = useState(false);
  const link = useQuery({
    queryKey: [...source.keyOf(file.path), 'office'],
    queryFn: ({ signal }) => source.createLink(file.path, signal),
    enabled: isAgreed,
    staleTime: 30 * 60_000,
    retry: false,
  });
  if (link.error) return <PreviewError error={link.error} onRetry={() => void link.refetch()} />;
  return <OfficePreview name={file.name} url={link.data} onAgreed={() => setIsAgreed(true)} />;
}
