import { Button } from '@satchel/ui/actions/button';
import { EmptyState } from '@satchel/ui/feedback/empty-state';
import { Spinner } from '@satchel/ui/feedback/spinner';
import { FileText } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

/** External services that show an office document by its link (SPEC 9). */
const OFFICE_VIEWERS = {
  microsoft: 'https://view.officeapps.live.com/op/embed.aspx?src=',
  google: 'https://docs.google.com/gview?embedded=1&url=',
} as const;

type OfficeViewer = keyof typeof OFFICE_VIEWERS;

const VIEWERS = Object.keys(OFFICE_VIEWERS) as OfficeViewer[];

export interface OfficePreviewProps {
  name: string;
  /** Address from which the service reads the document; undefined while unknown. */
  url: string | undefined;
  /** Called when the user agrees that a service gets the link. */
  onAgreed?: () => void;
}

/** Shows an office document in an external viewer, after the user agrees that the viewer gets the link. */
export function OfficePreview({ name, url, onAgreed }: OfficePreviewProps) {
  const { t } = useTranslation('previews');
  const [viewer, setViewer] = useState<OfficeViewer | null>(null);
  function choose(chosen: OfficeViewer) {
    setViewer(chosen);
    onAgreed?.();
  }
  if (viewer === null) {
    return (
      <EmptyState
        icon={<FileText />}
        title={t('office.title')}
        description={t('office.description')}
        action={VIEWERS.map((each) => (
          <Button key={each} onClick={() => choose(each)}>
            {t(`office.${each}`)}
          </Button>
        ))}
      />
    );
  }
  if (url === undefined) return <Spinner className="m-8" />;
  return (
    <>
      <iframe
        title={name}
        src={OFFICE_VIEWERS[viewer] + encodeURIComponent(new URL(url, window.location.href).href)}
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
