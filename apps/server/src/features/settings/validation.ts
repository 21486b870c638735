import type { SettingDefinition } from './definitions.ts';

const CUSTOM_HTML_MAX_LENGTH = 100_000;
const TEXT_MAX_LENGTH = 100_000;
const MAXIMA: Readonly<Record<string, number>> = {
  /** In megabytes. */
  max_upload_size: 5 * 1024 * 1024,
  /** A hundred years, because dates of more days exceed year 9999. */
  audit_retention_days: 36_500,
};

/** Value in its stored form, or undefined if it is invalid (CONTRACT F2). */
export function toStoredValue(
  definition: SettingDefinition,
  value: string | number | boolean | null,
): string | undefined {
  const text = value === null ? '' : String(value).trim();
  switch (definition.type) {
    case 'number':
      return isNumberOf(definition.key, text) ? String(Number(text)) : undefined;
    case 'bool':
      return { true: 'true', 1: 'true', false: 'false', 0: 'false' }[text];
    case 'select':
      return definition.options?.includes(text) ? text : undefined;
    case 'text':
    case 'textarea':
      return isTextOf(definition.key, text) ? text : undefined;
  }
}

function isNumberOf(key: string, text: string): boolean {
  const minimum = key === 'max_upload_size' ? 1 : 0;
  const maximum = MAXIMA[key] ?? Number.MAX_SAFE_INTEGER;
  const number = Number(text);
  return /^\d+$/.test(text) && number >= minimum && number <= maximum;
}

function isTextOf(key: string, text: string): boolean {
  if (/^preview_\w+_types$/.test(key)) {
    const extensions = text.split(',').map((item) => item.trim());
    return text === '' || extensions.every((extension) => /^[a-z0-9]+$/.test(extension));
  }
  if (key === 'site_accent_color') return text === '' || /^#[0-9a-f]{6}$/i.test(text);
  if (key === 'site_security_contact') return text === '' || isContact(text);
  return text.length <= (key.startsWith('site_custom_') ? CUSTOM_HTML_MAX_LENGTH : TEXT_MAX_LENGTH);
}

/** Mail address, or https address of a page: both are valid in RFC 9116, and browsers open them. */
function isContact(text: string): boolean {
  if (text.length > 500 || /[\s\p{Cc}]/u.test(text)) return false;
  const isPage = text.startsWith('https://') && URL.canParse(text);
  return isPage || /^[^@:/]+@[^@:/]+$/.test(text);
}
