import { Select } from '@satchel/ui/forms/select';
import { useTranslation } from 'react-i18next';
import { CODE_LANGUAGES, languageName } from '#shared/file-types/file-types.ts';
import type { DetectedKind, TextKind } from '#shared/text/detect-kind.ts';

export interface TextKindSelectProps {
  /** Kind that the user has chosen; null for the detected one. */
  chosen: DetectedKind | null;
  detected: DetectedKind;
  /** False for an existing text, because its kind is stored. */
  mayDetect?: boolean;
  onChange: (chosen: DetectedKind | null) => void;
}

const AUTO = 'auto';
const CODE = 'code:';

/** Menu for the kind of a text: detected automatically, or chosen. */
export function TextKindSelect({
  chosen,
  detected,
  mayDetect = true,
  onChange,
}: TextKindSelectProps) {
  const { t } = useTranslation('text-shares');
  const nameOf = ({ kind, language }: DetectedKind) =>
    kind === 'code' && language !== null ? languageName(language) : t(`kind.${kind}`);
  const known = Object.entries(CODE_LANGUAGES);
  const isUnknown = chosen?.language && !Object.hasOwn(CODE_LANGUAGES, chosen.language);
  return (
    <Select
      label={t('kind.label')}
      isLabelHidden
      className="w-56"
      value={chosen === null ? AUTO : selectValueOf(chosen)}
      options={[
        ...(mayDetect ? [{ value: AUTO, label: t('kind.auto', { kind: nameOf(detected) }) }] : []),
        { value: 'text', label: t('kind.text') },
        { value: 'markdown', label: t('kind.markdown') },
        { value: 'code', label: t('kind.code') },
        ...(isUnknown ? [{ value: selectValueOf(chosen), label: chosen.language ?? '' }] : []),
        ...known.map(([language, { name }]) => ({ value: `${CODE}${language}`, label: name })),
      ]}
      onChange={(event) => onChange(chosenOf(event.target.value))}
    />
  );
}

function selectValueOf({ kind, language }: DetectedKind): string {
  return kind === 'code' && language !== null ? `${CODE}${language}` : kind;
}

function chosenOf(value: string): DetectedKind | null {
  if (value === AUTO) return null;
  return value.startsWith(CODE)
    ? { kind: 'code', language: value.slice(CODE.length) }
    : { kind: value as TextKind, language: null };
}
