import { Button } from '@satchel/ui/actions/button';
import { CloseButton } from '@satchel/ui/actions/close-button';
import { Megaphone } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { MarkdownPreview } from '#shared/markdown/render/markdown-preview.tsx';

export interface AnnouncementProps {
  markdown: string;
  /** Hides it until the next visit. */
  onClose?: () => void;
  /** Hides it until its text changes. */
  onDismiss?: () => void;
}

/** Announcement of the administrator to all visitors (SPEC 1). */
export function Announcement({ markdown, onClose, onDismiss }: AnnouncementProps) {
  const { t } = useTranslation('shell');
  return (
    <section
      aria-label={t('announcement.label')}
      className="animate-appear border-b border-saddle/25 bg-saddle-soft"
    >
      <div className="mx-auto flex max-w-page items-start gap-3 px-gutter py-2.5">
        <Megaphone className="mt-1 size-4.5 shrink-0 text-saddle" />
        <div className="min-w-0 flex-1 sm:flex sm:items-start sm:gap-4">
          <div className="max-h-48 min-w-0 flex-1 overflow-y-auto [&_p]:my-1!">
            <MarkdownPreview source={markdown} size="small" />
          </div>
          {onDismiss && (
            <Button variant="quiet" size="small" className="max-sm:-ml-2.5" onClick={onDismiss}>
              {t('announcement.dismiss')}
            </Button>
          )}
        </div>
        {onClose && <CloseButton label={t('announcement.close')} onClick={onClose} />}
      </div>
    </section>
  );
}
