import { IconButton } from '@satchel/ui/actions/icon-button';
import { Breadcrumb, type Crumb } from '@satchel/ui/layout/breadcrumb';
import { HardDrive, PenLine } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { plainName } from '#shared/format/plain-name.ts';
import { usePrincipal } from '#shared/session/use-session.ts';
import { homeOf } from '../../abilities.ts';
import { isBelow, nameOf, pathOfSplat, pathsTo } from '../../entry-path.ts';
import { usePlace } from '../../explorer-context.ts';
import { useDropTarget } from '../../operations/use-drop-target.ts';
import { useExplorerAddress } from '../../use-explorer-address.ts';

/** Shows the path as breadcrumbs, which accept dropped files and entries, or as an input. */
export function Location() {
  const [isTyped, setIsTyped] = useState(false);
  const pencil = useRef<HTMLButtonElement>(null);

  function endByKey(): void {
    // The button exists only after this render.
    flushSync(() => setIsTyped(false));
    pencil.current?.focus();
  }

  return isTyped ? (
    <PathField onBlur={() => setIsTyped(false)} onKey={endByKey} />
  ) : (
    <Crumbs pencil={pencil} onType={() => setIsTyped(true)} />
  );
}

interface CrumbsProps {
  pencil: RefObject<HTMLButtonElement | null>;
  onType: () => void;
}

function Crumbs({ pencil, onType }: CrumbsProps) {
  const { t } = useTranslation('explorer');
  const { path, address } = usePlace();
  const { over, propsFor } = useDropTarget();
  const places = useCrumbs(path);
  const crumbs = useMemo(
    () =>
      places.map((crumb) => ({
        ...crumb,
        isDropTarget: over === crumb.key,
        dropProps: propsFor(crumb.key),
      })),
    [places, over],
  );
  return (
    <>
      <Breadcrumb
        label={t('location.label')}
        moreLabel={t('location.more')}
        crumbs={crumbs}
        onSelect={({ key }) => address.goTo(key)}
        className="@max-[14rem]:order-last @max-[14rem]:basis-full"
      />
      <IconButton
        ref={pencil}
        label={t('location.edit')}
        icon={<PenLine />}
        size="small"
        className="mr-auto"
        onClick={onType}
      />
    </>
  );
}

/**
 * The folders from the root to a path. Memoized, because the bar measures itself again for each new array.
 */
export function useCrumbs(path: string): readonly Crumb[] {
  const { t } = useTranslation('explorer');
  const address = useExplorerAddress();
  const home = homeOf(usePrincipal());
  const root = t('root');
  return useMemo(
    () =>
      pathsTo(path)
        .filter((each) => isBelow(home, each))
        .map((each, index) => ({
          key: each,
          label: plainName(nameOf(each)) || root,
          ...(index === 0 && { icon: <HardDrive /> }),
          href: address.hrefOf(each),
        })),
    [path, home, root, address],
  );
}

interface PathFieldProps {
  onBlur: () => void;
  /** Called when a key ends the field and the path stays. */
  onKey: () => void;
}

function PathField({ onBlur, onKey }: PathFieldProps) {
  const { t } = useTranslation('explorer');
  const { path, address } = usePlace();
  const [typed, setTyped] = useState(path);
  const field = useRef<HTMLInputElement>(null);

  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);

  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') onKey();
    if (event.key !== 'Enter') return;
    const target = pathOfSplat(typed.trim());
    if (target === path) onKey();
    else address.goTo(target);
  }

  return (
    <input
      ref={field}
      type="text"
      aria-label={t('location.field')}
      value={typed}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      onChange={(event) => setTyped(event.target.value)}
      onKeyDown={onKeyDown}
      onBlur={onBlur}
      className="control touch-target h-8 min-w-0 flex-1 px-2.5"
    />
  );
}
