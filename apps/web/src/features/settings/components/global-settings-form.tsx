import { Button } from '@satchel/ui/button';
import { Select } from '@satchel/ui/select';
import { Switch } from '@satchel/ui/switch';
import { TextField } from '@satchel/ui/text-field';
import { showToast } from '@satchel/ui/toast-store';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showErrorToast } from '#shared/errors/show-error-toast.ts';
import { useUpdateSettings } from '../mutations.ts';
import { fromMegabytes, SIZE_UNITS, type SizeUnit, toMegabytes } from '../upload-size.ts';

export interface GlobalSettingsFormProps {
  values: ReadonlyMap<string, string>;
}

const UNIT_OPTIONS = SIZE_UNITS.map((unit) => ({ value: unit, label: unit }));

export function GlobalSettingsForm({ values }: GlobalSettingsFormProps) {
  const { t } = useTranslation(['settings', 'shell']);
  const update = useUpdateSettings('global');
  const stored = fromMegabytes(Number(values.get('max_upload_size') ?? '100'));
  const [amount, setAmount] = useState(stored.amount);
  const [unit, setUnit] = useState<SizeUnit>(stored.unit);
  const [usesProxy, setUsesProxy] = useState(values.get('default_use_proxy') === 'true');
  const megabytes = toMegabytes(amount, unit);

  async function save(event: FormEvent) {
    event.preventDefault();
    if (megabytes === undefined) return;
    try {
      const reply = await update.mutateAsync({
        max_upload_size: megabytes,
        default_use_proxy: String(usesProxy),
      });
      showToast(reply.success ? 'success' : 'error', reply.success ? t('saved') : reply.message);
    } catch (error) {
      showErrorToast(error);
    }
  }

  return (
    <form onSubmit={(event) => void save(event)} className="flex max-w-md flex-col gap-5">
      <div className="grid grid-cols-[1fr_7rem] items-start gap-3">
        <TextField
          label={t('global.maxUploadSize')}
          inputMode="decimal"
          value={amount}
          onChange={(event) => setAmount(event.target.value)}
          error={megabytes === undefined ? t('global.sizeInvalid') : undefined}
          hint={t('global.maxUploadSizeHint')}
        />
        <Select
          label={t('global.unit')}
          options={UNIT_OPTIONS}
          value={unit}
          onChange={(event) => setUnit(event.target.value as SizeUnit)}
        />
      </div>
      <Switch
        label={t('global.defaultUseProxy')}
        hint={t('global.defaultUseProxyHint')}
        checked={usesProxy}
        onChange={(event) => setUsesProxy(event.target.checked)}
      />
      <div>
        <Button
          type="submit"
          variant="primary"
          disabled={megabytes === undefined || update.isPending}
        >
          {t('shell:actions.save')}
        </Button>
      </div>
    </form>
  );
}
