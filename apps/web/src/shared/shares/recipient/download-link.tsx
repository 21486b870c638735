import { buttonClassName } from '@satchel/ui/actions/button';
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';

export interface DownloadLinkProps {
  href: string;
  /** Name of the file; '' if the server names it. */
  name: string;
  /** Key of the query that tells whether the link still works. */
  summaryKey: QueryKey;
  onDownload?: () => void;
  children: ReactNode;
}

/**
 * Main button of a link's page. Asks again whether the link still works, because browsers tell of a failed
 * download only in their list of downloads.
 */
export function DownloadLink({ href, name, summaryKey, onDownload, children }: DownloadLinkProps) {
  const queryClient = useQueryClient();
  return (
    <a
      href={href}
      download={name}
      className={buttonClassName('primary')}
      onClick={() => {
        void queryClient.refetchQueries({ queryKey: summaryKey });
        onDownload?.();
      }}
    >
      <Download className="size-5" />
      {children}
    </a>
  );
}
