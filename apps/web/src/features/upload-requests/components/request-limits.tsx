import { formatBytes } from '@satchel/api-client/format-bytes';
import { useTranslation } from 'react-i18next';
import { serverNow } from '#shared/environment/server-clock.ts';
import { useLanguage } from '#shared/i18n/use-language.ts';
import { availabilityOf } from '#shared/shares/recipient/availability.ts';
import type { VisitedRequest } from '../queries.ts';

/** Kinds of files that people know by a word. */
const KINDS = ['image', 'video', 'audio', 'text'] as const;

/** Says in one sentence which files a request accepts, before anybody chooses some. */
export function RequestLimits({ request }: { request: VisitedRequest }) {
  const { t } = useTranslation('upload-requests');
  const language = useLanguage();
  const { max_files, max_file_bytes, max_total_bytes, types, expires_at } = request;
  const nameOfType = (type: string) => {
    const kind = KINDS.find((each) => type.toLowerCase() === `${each}/*`);
    if (kind) return t(`limits.kinds.${kind}`);
    return type.startsWith('.') ? type.slice(1).toUpperCase() : type;
  };
  const parts = [
    max_files !== null && t('limits.files', { count: max_files }),
    t('limits.each', { size: formatBytes(max_file_bytes) }),
    max_total_bytes !== null && t('limits.total', { size: formatBytes(max_total_bytes) }),
    types !== null &&
      t('limits.types', {
        types: new Intl.ListFormat(language).format(types.map(nameOfType)),
      }),
  ].filter((part) => part !== false);
  const sentence = parts.join(t('limits.separator'));
  const availability = expires_at && availabilityOf(expires_at, serverNow(), language);
  return (
    <ul aria-label={t('limits.label')} className="flex flex-col gap-0.5 text-meta text-ink-muted">
      <li>{sentence.charAt(0).toLocaleUpperCase() + sentence.slice(1)}</li>
      {availability && (
        <li>{t(`limits.until.${availability.kind}`, { when: availability.when })}</li>
      )}
    </ul>
  );
}
