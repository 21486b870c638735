import { can } from '@satchel/api-client/permissions';
import { Button } from '@satchel/ui/actions/button';
import { useNavigate } from '@tanstack/react-router';
import { useSelector } from '@tanstack/react-store';
import { Inbox } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { plainName } from '#shared/format/plain-name.ts';
import { usePrincipal } from '#shared/session/use-session.ts';
import type { IncomingItem } from '../database.ts';
import {
  discardIncoming,
  incomingItems,
  placeIncoming,
  readIncoming,
} from '../incoming/incoming.ts';
import { Bar } from './bar.tsx';

const SHOWN_CHARACTERS = 80;

/**
 * Shows the items that other programs have sent, one at a time. They are shared only when the user agrees.
 */
export function IncomingBar() {
  const { t } = useTranslation('offline');
  const navigate = useNavigate();
  const principal = usePrincipal();
  const [item] = useSelector(incomingItems);
  useEffect(() => void readIncoming(), []);
  const [isPlacing, setPlacing] = useState(false);
  if (!item) return null;
  const hasFiles = item.files.length > 0;
  const hasNothing = !hasFiles && item.text === '';
  async function place(placed: IncomingItem) {
    // A second click would add it twice.
    setPlacing(true);
    await move(placed).finally(() => setPlacing(false));
  }
  async function move(placed: IncomingItem) {
    // Leaves Home first, because Home reads its text only when it opens and would overwrite the added one.
    if (window.location.pathname === '/') await navigate({ to: '/upload' });
    await navigate({ to: await placeIncoming(placed) });
  }
  const isAllowed = can(principal, hasFiles ? 'file_share' : 'text');
  return (
    <Bar
      label={t('incoming.label')}
      icon={<Inbox />}
      actions={
        <>
          <Button size="small" variant="quiet" onClick={() => void discardIncoming(item)}>
            {t('incoming.discard')}
          </Button>
          {isAllowed && !hasNothing && (
            <Button
              size="small"
              variant="primary"
              isBusy={isPlacing}
              onClick={() => void place(item)}
            >
              {hasFiles ? t('incoming.useFiles') : t('incoming.useText')}
            </Button>
          )}
        </>
      }
    >
      <Summary item={item} /> {!isAllowed && !hasNothing && t('incoming.logIn')}
    </Bar>
  );
}

function Summary({ item: { text, files, leftOut = 0 } }: { item: IncomingItem }) {
  const { t } = useTranslation('offline');
  const [first] = files;
  const shown = text.slice(0, 2 * SHOWN_CHARACTERS);
  const characters = [...shown];
  const isCut = characters.length > SHOWN_CHARACTERS;
  const words = isCut ? `${characters.slice(0, SHOWN_CHARACTERS).join('')}…` : shown;
  const what = first
    ? t('incoming.files', { count: files.length, name: plainName(first.name) })
    : text !== '' && t('incoming.text', { text: words });
  return (
    <>
      {what} {leftOut > 0 && t('incoming.leftOut', { count: leftOut })}
    </>
  );
}
