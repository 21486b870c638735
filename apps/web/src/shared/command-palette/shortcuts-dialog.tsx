import { Dialog } from '@satchel/ui/dialog';
import { Shortcut } from '@satchel/ui/kbd';
import { useTranslation } from 'react-i18next';
import { PALETTE_SHORTCUT } from './palette-keys.ts';

const MODIFIER = PALETTE_SHORTCUT.split('+')[0] ?? 'Ctrl';

/** Keys by where they work. */
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
  const { t } = useTranslation(['palette', 'shell']);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('shortcuts.title')}
      closeLabel={t('shell:actions.close')}
    >
      <div className="flex flex-col gap-5">
        {SECTIONS.map(({ name, keys }) => (
          <section key={name}>
            <h3 className="pb-1 text-label text-ink-muted">{t(`shortcuts.sections.${name}`)}</h3>
            <dl className="divide-y divide-line">
              {keys.map(([action, shortcut]) => (
                <div key={action} className="flex items-center gap-4 py-1.5 text-sm">
                  <dt className="flex-1">{t(`shortcuts.actions.${action}`)}</dt>
                  <dd>
                    <Shortcut keys={shortcut} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
