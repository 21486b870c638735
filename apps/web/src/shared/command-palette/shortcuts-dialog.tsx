import { Shortcut } from '@satchel/ui/actions/kbd';
import { Dialog } from '@satchel/ui/overlays/dialog';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type PageShortcut, pageActions } from './page-actions.ts';
import { PALETTE_SHORTCUT } from './palette-keys.ts';

const MODIFIER = PALETTE_SHORTCUT.split('+')[0] ?? 'Ctrl';

/** Shortcuts, grouped by the part of the app in which they work. */
const SECTIONS = [
  {
    name: 'everywhere',
    keys: [
      ['palette', PALETTE_SHORTCUT],
      ['shortcuts', '?'],
      ['close', 'Esc'],
    ],
  },
  {
    name: 'editor',
    keys: [
      ['bold', `${MODIFIER}+B`],
      ['italic', `${MODIFIER}+I`],
      ['link', `${MODIFIER}+K`],
    ],
  },
  {
    name: 'lists',
    keys: [
      ['move', '↑ ↓'],
      ['select', 'Space'],
      ['open', 'Enter'],
      ['delete', 'Delete'],
      ['undo', `${MODIFIER}+Z`],
    ],
  },
  {
    name: 'mounts',
    keys: [
      ['lift', 'Space'],
      ['order', '↑ ↓'],
    ],
  },
] as const;

export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('palette');
  const [here] = useState(() => {
    const actions = pageActions.get();
    return actions && { name: actions.name, keys: actions.shortcuts() };
  });
  return (
    <Dialog onClose={onClose} title={t('shortcuts.title')}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the list scrolls, and has nothing else to focus */}
      <div tabIndex={0} className="-mx-2 flex flex-col gap-5 rounded-sm p-2">
        {here && <Section {...here} />}
        {SECTIONS.map(({ name, keys }) => (
          <Section
            key={name}
            name={t(`shortcuts.sections.${name}`)}
            keys={keys.map(([action, shortcut]) => ({
              key: action,
              label: t(`shortcuts.actions.${action}`),
              shortcut,
            }))}
          />
        ))}
      </div>
    </Dialog>
  );
}

function Section({ name, keys }: { name: string; keys: readonly PageShortcut[] }) {
  return (
    <section>
      <h3 className="pb-1 text-label text-ink-muted">{name}</h3>
      <dl className="divide-y divide-line">
        {keys.map(({ key, label, shortcut }) => (
          <div key={key} className="flex items-center gap-4 py-1.5 text-sm">
            <dt className="flex-1">{label}</dt>
            <dd>
              <Shortcut keys={shortcut} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
