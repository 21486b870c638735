import { Button } from '@satchel/ui/actions/button';
import { Download, FileText } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '#shared/loading/lazy-part.tsx';
import { EntryDetails } from '../details/entry-details.tsx';
import { downloadEntry } from '../operations/entry-links.ts';
import type { Entry } from '../queries.ts';
import { TEXT_MAX_BYTES } from './entry-content.ts';

const TextView = lazyPart(() => import('./text/text-view.tsx').then((module) => module.TextView));

/** Facts about a file of an unknown kind, and a button to try it as text. */
export function UnknownView({ file }: { file: Entry }) {
  const { t } = useTranslation(['entry-preview', 'shell']);
  const [isText, setIsText] = useState(false);
  if (isText) return <TextView file={file} kind="text" />;
  return (
    <div className="min-h-0 flex-1 overflow-y-auto p-4">
      <div className="mx-auto flex max-w-md flex-col gap-5">
        <p className="text-sm text-ink-muted">{t('unknown')}</p>
        <EntryDetails entry={file} />
        <div className="flex flex-wrap gap-2">
          <Button
            variant="primary"
            icon={<Download className="size-4" />}
            onClick={() => void downloadEntry(file.path)}
          >
            {t('shell:actions.download')}
          </Button>
          {(file.size ?? 0) <= TEXT_MAX_BYTES && (
            <Button icon={<FileText className="size-4" />} onClick={() => setIsText(true)}>
              {t('showAsText')}
            </Button>
          )}
        </div>
      </div>
    </div>
  );
}
