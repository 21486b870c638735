import { Button } from '@satchel/ui/actions/button';
import { Notice } from '@satchel/ui/feedback/notice';
import { TextField } from '@satchel/ui/forms/text-field';
import { Card } from '@satchel/ui/layout/card';
import { useMutation } from '@tanstack/react-query';
import { Link2, Upload } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client } from '#shared/api/client.ts';
import { sentenceOf } from '#shared/errors/sentence-of.ts';
import { formatBytes } from '#shared/format/format-bytes.ts';
import { problemsOfOptions } from '#shared/shares/share-options.ts';
import { metadataOf, optionsAfter } from '../../uploads/upload-requests.ts';
import { startUploads } from '../../uploads/uploads.ts';
import { UploadOptionsLine, type UploadOptionsProps } from './upload-options-line.tsx';

type SourceInfo = Awaited<ReturnType<typeof client.urlUploads.info>>;

/** Shares what lies at an address: first what it is, then the upload. */
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
  const { options, onOptionsChange } = given;
  const [filename, setFilename] = useState(info.filename);
  const [isOpen, setIsOpen] = useState(false);

  function start(event: FormEvent) {
    event.preventDefault();
    const problems = problemsOfOptions(options);
    if (problems.slug || problems.maxViews) return setIsOpen(true);
    const { url, contentType, size, corsSupported: isReadable } = info;
    const file = { url, name: filename.trim() || info.filename, contentType, size, isReadable };
    startUploads([{ file, share: metadataOf(options), directory: '' }]);
    onOptionsChange(optionsAfter(options));
    onStart();
  }

  const facts = [
    info.contentType,
    info.size === null ? t('url.unknownSize') : formatBytes(info.size),
    info.corsSupported ? t('url.direct') : t('url.proxied'),
  ];
  return (
    <form noValidate onSubmit={start} className="animate-appear border-t border-line">
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
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2 p-3 pl-2">
        <UploadOptionsLine {...given} isOpen={isOpen} onToggle={setIsOpen} />
        <Button
          type="submit"
          variant="primary"
          icon={<Upload className="size-4" />}
          className="max-sm:w-full"
        >
          {t('url.start')}
        </Button>
      </div>
    </form>
  );
}
