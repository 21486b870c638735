import { TextArea } from '@satchel/ui/forms/text-area';
import { useTranslation } from 'react-i18next';
import { invalidExtensionsOf, toExtensionList } from '../extension-list.ts';
import type { SettingsForm } from '../use-settings-form.ts';
import { SettingsPage } from './settings-page.tsx';

const KINDS = ['text', 'image', 'video', 'audio', 'office', 'document'] as const;

type Kind = (typeof KINDS)[number];

const keyOf = (kind: Kind) => `preview_${kind}_types`;

const hasInvalid = ({ read }: SettingsForm) =>
  KINDS.some((kind) => invalidExtensionsOf(read(keyOf(kind))).length > 0);

export function PreviewSettingsPage() {
  const { t } = useTranslation('settings');
  return (
    <SettingsPage group="preview" description={t('preview.description')} findInvalid={hasInvalid}>
      {(form) => (
        <div className="flex flex-col gap-5 wide:grid wide:grid-cols-2 wide:items-start wide:gap-x-8">
          {KINDS.map((kind) => (
            <Extensions key={kind} kind={kind} form={form} />
          ))}
        </div>
      )}
    </SettingsPage>
  );
}

function Extensions({ kind, form }: { kind: Kind; form: SettingsForm }) {
  const { t } = useTranslation('settings');
  const key = keyOf(kind);
  const value = form.read(key);
  const invalid = invalidExtensionsOf(value);
  const shared = KINDS.filter((other) => other !== kind).flatMap((other) =>
    extensionsOf(form.read(keyOf(other))).filter((name) => extensionsOf(value).includes(name)),
  );
  const count = extensionsOf(value).length;
  return (
    <TextArea
      label={t(`preview.kinds.${kind}`)}
      rows={kind === 'text' ? 4 : 2}
      spellCheck={false}
      autoCapitalize="none"
      className="font-mono"
      value={value}
      onChange={(event) => form.set(key, event.target.value)}
      onBlur={() => form.set(key, toExtensionList(value))}
      error={
        invalid.length > 0
          ? t('preview.invalid', { extensions: invalid.join(', ') })
          : form.refusalOf(key)
      }
      hint={
        shared.length > 0
          ? t('preview.twice', { extensions: [...new Set(shared)].join(', ') })
          : t('preview.count', { count })
      }
    />
  );
}

const extensionsOf = (text: string) => toExtensionList(text).split(',').filter(Boolean);
