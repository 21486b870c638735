import { useTranslation } from 'react-i18next';
import { usePrincipal } from '#shared/session/use-session.ts';
import { abilitiesIn, canMoveTo } from '../../abilities.ts';
import { useListing, usePlace } from '../../explorer-context.ts';
import type { DirectoryFacts } from '../../listing/use-directory.ts';
import type { Entry } from '../../queries.ts';
import { copyInto } from '../../transfers/copies/copy-entries.ts';
import { canTake, isIntoItself } from '../dragging.ts';
import { FolderDialog } from './folder-dialog.tsx';

export interface FolderPickerProps {
  isMove: boolean;
  entries: readonly Entry[];
  onClose: () => void;
}

/** Lets the user choose the target folder of a copy or a move. */
export function FolderPicker({ isMove, entries, onClose }: FolderPickerProps) {
  const { t } = useTranslation('explorer');
  const { path } = usePlace();
  const { directory } = useListing();
  const principal = usePrincipal();
  const paths = entries.map((entry) => entry.path);

  function refusalOf(target: string, facts: DirectoryFacts): string | undefined {
    const isSameMount = directory.facts?.mountId === facts.mountId;
    const isAllowed = isMove
      ? !facts.isVirtual && canMoveTo(principal, target, isSameMount)
      : abilitiesIn(principal, target, facts).canCopyHere;
    if (!isAllowed) return t('picker.notHere');
    const hasPlace = isMove ? canTake(target, paths) : !isIntoItself(target, paths);
    return hasPlace ? undefined : t(isMove ? 'picker.same' : 'picker.itself');
  }

  return (
    <FolderDialog
      title={t(isMove ? 'picker.move' : 'picker.copy', { count: entries.length })}
      submitLabel={t(isMove ? 'picker.moveHere' : 'picker.copyHere')}
      start={path}
      blocked={paths}
      refusalOf={refusalOf}
      onChoose={(target) => {
        copyInto(target, paths, { isMove });
        onClose();
      }}
      onClose={onClose}
    />
  );
}
