import { formatBytes } from '@satchel/api-client/format-bytes';
import { Button } from '@satchel/ui/actions/button';
import { Download, FileText } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EntryIcon } from '#shared/file-types/entry-icon.tsx';
import { plainName } from '#shared/format/plain-name.ts';
import { lazyPart } from '#shared/loading/lazy-part.tsx';
import { TEXT_MAX_BYTES } from '../source/preview-content.ts';
import { type PreviewFile, usePreviewSource } from '../source/preview-source.ts';

const TextView = lazyPart(() => import('../text/text-view.tsx').then((module) => module.TextView));

/** Facts about a file of an unknown kind, and a button to try it as text. */
export function UnknownView({ file }: { file: PreviewFile }) {
  const { t } = useTranslation(['entry-preview', 'shell']);
  const source = usePreviewSource();
  const { Facts } = source;
  const [isText, setIsText] = useState(false);
  if (isText) return <TextView file={file} kind="text" />;
  return (
    <div className="min-h-0 flex-1 overflow-y-auto p-4">
      <div className="mx-auto flex max-w-md flex-col gap-5">
        <p className="text-sm text-ink-muted">{t('unknown')}</p>
        {Facts ? (
          <Facts file={file} />
        ) : (
          <div className="flex items-center gap-3 rounded-lg border border-line bg-raised p-4">
            <EntryIcon entry={file} className="size-8" />
            <p className="min-w-0">
              <span className="block font-medium wrap-anywhere">{plainName(file.name)}</span>
              <span className="figures text-meta text-ink-muted">
                {formatBytes(file.size ?? 0)}
              </span>
            </p>
          </div>
        )}
        <div className="flex flex-wrap gap-2">
          <Button variant="primary" icon={<Download />} onClick={() => source.download(file.path)}>
            {t('shell:actions.download')}
          </Button>
          {(file.size ?? 0) <= TEXT_MAX_BYTES && (
            <Button icon={<FileText />} onClick={() => setIsText(true)}>
              {t('showAsText')}
            </Button>
          )}
        </div>
      </div>
    </div>
  );
}
