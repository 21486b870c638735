import { useTranslation } from 'react-i18next';
import { isOvertaken, type QueuedChange } from '../queue/queued-change.ts';

const SHOWN_CHARACTERS = 60;
const TEXT_FIELDS = ['content', 'slug', 'newSlug', 'password'];

/** A field of a queued change that its owner can still edit. */
export interface ChangeField {
  readonly name: string;
  readonly value: string;
}

/** The editable fields of a change; empty for changes such as a deletion. */
export function fieldsOf({ type, data }: QueuedChange): readonly ChangeField[] {
  const entries = Object.entries((data ?? {}) as Readonly<Record<string, unknown>>);
  const isSetting = type === 'updateGroupSettings';
  const wanted: Partial<Record<QueuedChange['type'], readonly string[]>> = {
    createPaste: ['content', 'slug'],
    updatePaste: ['content', 'newSlug'],
    verifyFilePassword: ['password'],
  };
  return entries
    .filter(([name]) => isSetting || (TEXT_FIELDS.includes(name) && wanted[type]?.includes(name)))
    .map(([name, value]) => ({ name, value: String(value ?? '') }));
}

/**
 * Body to send. If another client has changed the same text, it omits the expected version, so that the
 * change overwrites it.
 */
export function dataToSend(change: QueuedChange): object {
  const data = (change.data ?? {}) as Readonly<Record<string, unknown>>;
  return isOvertaken(change) ? { ...data, expectedUpdatedAt: undefined } : data;
}

/** Name of a change in the queue's list. */
export function useChangeName(change: QueuedChange): string {
  const { t } = useTranslation('offline');
  const { type, endpoint, data } = change;
  const body = (data ?? {}) as Readonly<Record<string, unknown>>;
  switch (type) {
    case 'createPaste':
    case 'updatePaste':
      return t(`queue.types.${type}`, { what: firstCharacters(String(body.content ?? '')) });
    case 'batchDeletePastes':
      return t('queue.types.batchDeletePastes', {
        count: Array.isArray(body.ids) ? body.ids.length : 0,
      });
    case 'updateGroupSettings':
      return t('queue.types.updateGroupSettings', { what: Object.keys(body).join(', ') });
    case 'verifyFilePassword':
      return t('queue.types.verifyFilePassword', {
        what: /files\/([^/]+)\/verify$/.exec(endpoint)?.[1] ?? '',
      });
    case 'clearCache':
    case 'clearExpiredPastes':
      return t(`queue.types.${type}`);
  }
}

function firstCharacters(text: string): string {
  const characters = [...text.trim()];
  const isCut = characters.length > SHOWN_CHARACTERS;
  return isCut ? `${characters.slice(0, SHOWN_CHARACTERS).join('')}…` : characters.join('');
}
