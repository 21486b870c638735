import { useTranslation } from 'react-i18next';
import { formatDateTime } from '#shared/format/format-time.ts';
import { useLanguage } from '#shared/i18n/use-language.ts';
import type { AuditEvent } from '../queries.ts';

const MAX_LISTED = 5;
const NAMES = [
  'fields',
  'keys',
  'path',
  'to',
  'from',
  'overwritten',
  'others',
  'ids',
  'permissions',
  'expires',
  'endpoint',
  'bucket',
  'origins',
  'entries',
  'deleted',
  'ended',
  'credential',
  'format',
  'started',
] as const;

const CREDENTIALS = ['password', 'api_key', 'share_password', 's3_signature'] as const;

/** Punctuation between a name and its value, between values, and around a count. */
const MARKS = {
  en: { colon: ': ', comma: ', ', count: (count: number) => ` (${count})` },
  zh: { colon: '：', comma: '、', count: (count: number) => `（${count}）` },
} as const;

/**
 * Details of an event with translated names. A newer server may send details that this page does not know.
 */
export function EventDetails({ details }: Pick<AuditEvent, 'details'>) {
  const { t } = useTranslation('audit-log');
  const textOf = useDetailText();
  const { colon } = MARKS[useLanguage()];
  if (NAMES.every((name) => details[name] === undefined)) return null;
  return (
    <ul className="flex flex-col gap-0.5 text-caption text-ink-muted">
      {NAMES.flatMap((name) => {
        const value = details[name];
        if (value === undefined) return [];
        const label = t(`details.${name}`);
        return (
          <li key={name} className="wrap-anywhere">
            {value === true ? label : `${label}${colon}${textOf(name, value)}`}
          </li>
        );
      })}
    </ul>
  );
}

function useDetailText() {
  const { t } = useTranslation('audit-log');
  const language = useLanguage();
  return (name: (typeof NAMES)[number], value: AuditEvent['details'][string]): string => {
    if (Array.isArray(value)) {
      const { comma, count } = MARKS[language];
      const more = value.length > MAX_LISTED ? `${comma}…${count(value.length)}` : '';
      return value.slice(0, MAX_LISTED).join(comma) + more;
    }
    if (name === 'expires') return formatDateTime(String(value), language);
    if (name === 'credential') {
      const known = CREDENTIALS.find((each) => each === value);
      return known ? t(`credential.${known}`) : String(value);
    }
    return String(value);
  };
}
