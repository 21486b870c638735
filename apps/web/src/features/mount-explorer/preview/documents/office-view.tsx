import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '#shared/api/client.ts';
import { OfficePreview } from '#shared/previews/office-preview.tsx';
import { type Entry, explorerKeys } from '../../queries.ts';
import { PreviewError } from '../preview-error.tsx';

/** Office viewer. It creates the link for the external viewer only after the user has agreed. */
export function OfficeView({ file }: { file: Entry }) {
  const [isAgreed, setIsAgreed] = useState(false);
  const link = useQuery({
    queryKey: [...explorerKeys.entry(file.path), 'office'],
    queryFn: ({ signal }) =>
      client.fs.link({ query: { path: file.path, expires_in: 3600 } }, { signal }),
    enabled: isAgreed,
    staleTime: 30 * 60_000,
    retry: false,
  });
  if (link.error) return <PreviewError error={link.error} onRetry={() => void link.refetch()} />;
  return (
    <OfficePreview
      name={file.name}
      url={link.data?.presignedUrl}
      onAgreed={() => setIsAgreed(true)}
    />
  );
}
