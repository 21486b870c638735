import { formatBytes } from '@satchel/api-client/format-bytes';
import { Button } from '@satchel/ui/actions/button';
import { Notice } from '@satchel/ui/feedback/notice';
import { TextField } from '@satchel/ui/forms/text-field';
import { Card } from '@satchel/ui/layout/card';
import { useMutation } from '@tanstack/react-query';
import { Link2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client } from '#shared/api/client.ts';
import { sentenceOf } from '#shared/errors/sentence-of.ts';
import { metadataOf, optionsAfter } from '../../uploads/upload-requests.ts';
import { startUploads } from '../../uploads/uploads.ts';
import { UploadOptionsForm, type UploadOptionsProps } from './upload-options-line.tsx';

type SourceInfo = Awaited<ReturnType<typeof client.urlUploads.info>>;

/** Shares the file at an address. It shows the file's details first, then uploads it. */
export function UrlUploadForm(given: UploadOptionsProps) {
  const { t } = useTranslation('file-shares');
  const [address, setAddress] = useState('');
  const [isInvalid, setIsInvalid] = useState(false);
  const info = useMutation({
    mutationFn: (url: string) => client.urlUploads.info({ body: { url } }),
  });

  function check(event: FormEvent) {
    event.preventDefault();
    const isAddress = /^https?:\/\/[^/]/i.test(address.trim());
    setIsInvalid(!isAddress);
    if (isAddress) info.mutate(address.trim());
  }

  function startAnew() {
    setAddress('');
    info.reset();
  }

  return (
    <Card className="flex flex-col">
      <form noValidate onSubmit={check} className="flex flex-wrap items-start gap-2 p-4">
        <TextField
          type="url"
          label={t('url.address')}
          hint={t('url.hint')}
          icon={<Link2 />}
          placeholder={t('url.placeholder')}
          autoComplete="off"
          value={address}
          error={isInvalid ? t('url.invalid') : undefined}
          className="min-w-0 flex-[1_1_18rem]"
          onChange={(event) => {
            setAddress(event.target.value);
            info.reset();
          }}
        />
        <Button type="submit" isBusy={info.isPending} className="mt-6 max-sm:mt-0 max-sm:w-full">
          {t('url.check')}
        </Button>
      </form>
      {info.error && (
        <div className="px-4 pb-4">
          <Notice tone="danger" role="alert">
            {sentenceOf(info.error)}
          </Notice>
        </div>
      )}
      {info.data && (
        <FoundSource key={info.data.url} {...given} info={info.data} onStart={startAnew} />
      )}
    </Card>
  );
}

interface FoundSourceProps extends UploadOptionsProps {
  info: SourceInfo;
  onStart: () => void;
}

function FoundSource({ info, onStart, ...given }: FoundSourceProps) {
  const { t } = useTranslation('file-shares');
  const [filename, setFilename] = useState(info.filename);

  function start() {
    const { url, contentType, size, corsSupported: isReadable } = info;
    const file = { url, name: filename.trim() || info.filename, contentType, size, isReadable };
    startUploads([{ file, share: metadataOf(given.options), directory: '' }]);
    given.onOptionsChange(optionsAfter(given.options));
    onStart();
  }

  const facts = [
    info.contentType,
    info.size === null ? t('url.unknownSize') : formatBytes(info.size),
    info.corsSupported ? t('url.direct') : t('url.proxied'),
  ];
  return (
    <UploadOptionsForm
      {...given}
      className="animate-appear border-t border-line"
      label={t('url.start')}
      start={start}
    >
      <div className="px-4 pt-4">
        <TextField
          label={t('url.filename')}
          hint={facts.join(' · ')}
          autoComplete="off"
          value={filename}
          className="sm:max-w-lg"
          onChange={(event) => setFilename(event.target.value)}
        />
      </div>
    </UploadOptionsForm>
  );
}
