import { Button } from '@satchel/ui/actions/button';
import { EmptyState } from '@satchel/ui/feedback/empty-state';
import { Spinner } from '@satchel/ui/feedback/spinner';
import { useQuery } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type PreviewFile, usePreviewSource } from '../../source/preview-source.ts';
import { PreviewError } from '../../window/preview-error.tsx';

/** External services that show an office document by its link (SPEC 9). */
const OFFICE_VIEWERS = {
  microsoft: 'https://view.officeapps.live.com/op/embed.aspx?src=',
  google: 'https://docs.google.com/gview?embedded=1&url=',
} as const;

type OfficeViewer = keyof typeof OFFICE_VIEWERS;

const VIEWERS = Object.keys(OFFICE_VIEWERS) as OfficeViewer[];

export interface OnlineViewerProps {
  file: PreviewFile;
  /** Returns to the preview that needs no viewer; undefined if there is none. */
  onBack?: () => void;
}

/**
 * Shows an office document in an external viewer, after the user agrees that the viewer gets the link. Creates
 * the link only then.
 */
export function OnlineViewer({ file, onBack }: OnlineViewerProps) {
  const { t } = useTranslation('previews');
  const source = usePreviewSource();
  const [viewer, setViewer] = useState<OfficeViewer | null>(null);
  const link = useQuery({
    queryKey: [...source.keyOf(file.path), 'office'],
    queryFn: ({ signal }) => source.createLink(file.path, signal),
    enabled: viewer !== null,
    staleTime: 30 * 60_000,
    retry: false,
  });
  if (link.error) return <PreviewError error={link.error} onRetry={() => void link.refetch()} />;
  if (viewer === null) {
    return (
      <EmptyState
        icon={<FileText />}
        title={t('office.title')}
        description={t('office.description')}
        action={
          <>
            {VIEWERS.map((each) => (
              <Button key={each} onClick={() => setViewer(each)}>
                {t(`office.${each}`)}
              </Button>
            ))}
            {onBack && <Button onClick={onBack}>{t('office.back')}</Button>}
          </>
        }
      />
    );
  }
  if (link.data === undefined) return <Spinner className="m-8" />;
  return (
    <>
      <iframe
        title={file.name}
        src={
          OFFICE_VIEWERS[viewer] + encodeURIComponent(new URL(link.data, window.location.href).href)
        }
        sandbox="allow-scripts allow-same-origin allow-forms allow-popups"
        referrerPolicy="no-referrer"
        className="min-h-[70dvh] w-full flex-1 bg-white"
      />
      <div className="flex items-center justify-between gap-3 border-t border-line px-4 py-2 text-caption text-ink-muted">
        <span>{t('office.hint')}</span>
        <Button size="small" onClick={() => setViewer(null)}>
          {t('office.other')}
        </Button>
      </div>
    </>
  );
}
