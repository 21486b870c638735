import { formatBytes } from '@satchel/api-client/format-bytes';
import { Button } from '@satchel/ui/actions/button';
import { useToastInset } from '@satchel/ui/actions/use-toast-inset';
import { Badge } from '@satchel/ui/feedback/badge';
import { Spinner } from '@satchel/ui/feedback/spinner';
import { Lock } from 'lucide-react';
import { useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { sentenceOf } from '#shared/errors/sentence-of.ts';
import { formatNumber } from '#shared/format/format-number.ts';
import { useLanguage } from '#shared/i18n/use-language.ts';
import { useListing, useSelection } from '../../explorer-context.ts';
import { BasketPanel } from '../../transfers/archives/basket-panel.tsx';

/** Shows the number of entries, the size of the selection, and whether more pages are loading. */
export function StatusBar() {
  const { t } = useTranslation(['explorer', 'shell']);
  const { directory, entries, abilities } = useListing();
  const selection = useSelection();
  const language = useLanguage();
  const bar = useRef<HTMLElement>(null);
  useToastInset(bar);
  const selectedBytes = useMemo(
    () => selection.entries.reduce((sum, { size }) => sum + (size ?? 0), 0),
    [selection.entries],
  );
  const count = entries.length;
  const isListed = directory.entries !== undefined && !directory.isMissing;
  const isReadOnly =
    directory.facts?.isVirtual === false &&
    !abilities.canAdd &&
    !abilities.canRename &&
    !abilities.canDelete &&
    !abilities.canCopyHere;
  return (
    <footer
      ref={bar}
      className="relative flex min-h-8 flex-wrap items-center gap-x-4 gap-y-1 border-t border-line bg-surface px-3 py-1 text-caption text-ink-muted"
    >
      {isListed && (
        <p className="figures">
          {t(directory.isComplete ? 'status.entries' : 'status.entriesSoFar', {
            count,
            number: formatNumber(count, language),
          })}
        </p>
      )}
      {selection.entries.length > 0 && selectedBytes > 0 && (
        <p className="figures">{t('status.selectedBytes', { size: formatBytes(selectedBytes) })}</p>
      )}
      {directory.entries !== undefined && !directory.isComplete && !directory.error && (
        <p className="flex items-center gap-1.5">
          <Spinner className="size-3" />
          {t('status.loadingMore')}
        </p>
      )}
      {isListed && directory.error && (
        <p role="alert" className="flex items-center gap-2 text-danger">
          {sentenceOf(directory.error)}
          <Button size="small" onClick={directory.retry}>
            {t('shell:actions.retry')}
          </Button>
        </p>
      )}
      {(directory.facts?.hiddenCount ?? 0) > 0 && (
        <p>{t('status.hidden', { count: directory.facts?.hiddenCount ?? 0 })}</p>
      )}
      <div className="ml-auto flex items-center gap-4">
        <BasketPanel />
        {isReadOnly && <Badge icon={<Lock />}>{t('status.readOnly')}</Badge>}
      </div>
    </footer>
  );
}
