import { Button } from '@satchel/ui/button';
import { Card } from '@satchel/ui/card';
import { Switch } from '@satchel/ui/switch';
import { TextField } from '@satchel/ui/text-field';
import { showToast } from '@satchel/ui/toast-store';
import { Upload } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '#shared/format/format-bytes.ts';
import { NO_OPTIONS, problemsOfOptions } from '#shared/shares/share-options.ts';
import { ShareOptionsFields } from '#shared/shares/share-options-fields.tsx';
import type { ChosenFile } from '../uploads/chosen-files.ts';
import { requestsOf, type UploadOptions } from '../uploads/upload-requests.ts';
import { uploads } from '../uploads/uploads.ts';
import { ChosenFiles } from './chosen-files.tsx';
import { FileDropZone } from './file-drop-zone.tsx';

const NO_UPLOAD_OPTIONS: UploadOptions = { ...NO_OPTIONS, path: '', useProxy: null };

export interface UploadFormProps {
  /** Null while it is not known. */
  maxBytes: number | null;
  usesProxyByDefault: boolean;
}

export function UploadForm({ maxBytes, usesProxyByDefault }: UploadFormProps) {
  const { t } = useTranslation(['file-shares', 'shares']);
  const [chosen, setChosen] = useState<readonly ChosenFile[]>([]);
  const [options, setOptions] = useState(NO_UPLOAD_OPTIONS);
  const problems = problemsOfOptions(options);

  function add(files: readonly ChosenFile[]) {
    const limit = maxBytes ?? Number.POSITIVE_INFINITY;
    for (const { file } of files.filter((entry) => entry.file.size > limit)) {
      showToast('error', t('upload.tooLarge', { name: file.name, size: formatBytes(limit) }));
    }
    setChosen((current) => [...current, ...files.filter(({ file }) => file.size <= limit)]);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (chosen.length === 0 || problems.slug || problems.maxViews) return;
    uploads.add(requestsOf(chosen, options));
    setChosen([]);
    setOptions({ ...options, slug: '', password: '', remark: '' });
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <FileDropZone maxBytes={maxBytes} onFiles={add} />
      {chosen.length > 0 && (
        <ChosenFiles
          chosen={chosen}
          onRemove={(removed) => setChosen(chosen.filter((entry) => entry !== removed))}
          onClear={() => setChosen([])}
        />
      )}
      <Card className="p-4">
        <h2 className="mb-3 text-sm font-semibold">{t('upload.options')}</h2>
        <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
          <ShareOptionsFields
            options={options}
            problems={problems}
            slugPrefix="/file/"
            onChange={(changed) => setOptions({ ...options, ...changed })}
          />
          <TextField
            label={t('upload.path')}
            placeholder={t('upload.pathPlaceholder')}
            autoComplete="off"
            value={options.path}
            onChange={(event) => setOptions({ ...options, path: event.target.value })}
          />
        </div>
        <Switch
          className="mt-4"
          label={t('upload.proxy')}
          hint={t('upload.proxyHint')}
          checked={options.useProxy ?? usesProxyByDefault}
          onChange={(event) => setOptions({ ...options, useProxy: event.target.checked })}
        />
      </Card>
      <div className="flex justify-end">
        <Button
          type="submit"
          variant="primary"
          icon={<Upload className="size-4" />}
          disabled={chosen.length === 0}
          className="min-w-44 max-sm:w-full"
        >
          {chosen.length === 0
            ? t('upload.pageTitle')
            : t('upload.start', { count: chosen.length })}
        </Button>
      </div>
    </form>
  );
}
