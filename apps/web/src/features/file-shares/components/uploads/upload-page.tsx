import { can } from '@satchel/api-client/permissions';
import { ViewSwitch } from '@satchel/ui/actions/view-switch';
import { Card } from '@satchel/ui/layout/card';
import { useQuery } from '@tanstack/react-query';
import { useSelector } from '@tanstack/react-store';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '#shared/loading/lazy-part.tsx';
import { usePrincipal } from '#shared/session/use-session.ts';
import { LoginNotice } from '#shared/shares/login-notice.tsx';
import { usePageTitle } from '#shared/site/use-page-title.ts';
import { uploadLimitsOptions } from '../../queries.ts';
import { uploadOptions } from '../../uploads/upload-requests.ts';
import { UploadForm } from './upload-form.tsx';

// The lists load later, because only the form is needed before a file is chosen.
const UploadList = lazyPart(() =>
  import('./list/upload-list.tsx').then((module) => module.UploadList),
);
const PendingUploads = lazyPart(() =>
  import('./pending-uploads.tsx').then((module) => module.PendingUploads),
);
const RecentUploads = lazyPart(
  () => import('./recent-uploads.tsx').then((module) => module.RecentUploads),
  <Card className="h-40" />,
);
const UrlUploadForm = lazyPart(
  () => import('./url-upload-form.tsx').then((module) => module.UrlUploadForm),
  <Card className="h-56" />,
);

type Source = 'files' | 'url';

export function UploadPage() {
  const { t } = useTranslation('file-shares');
  usePageTitle(t('upload.pageTitle'));
  const isAllowed = can(usePrincipal(), 'file_share');
  return (
    <div className="mx-auto w-full max-w-page px-gutter py-6">
      <h1 className="mb-4 text-title">{t('upload.title')}</h1>
      {isAllowed ? (
        <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_18rem] wide:grid-cols-[minmax(0,1fr)_26rem]">
          <div className="flex min-w-0 flex-col gap-5">
            <Sources />
            <UploadList />
            <PendingUploads />
          </div>
          <RecentUploads />
        </div>
      ) : (
        <LoginNotice purpose="upload" />
      )}
    </div>
  );
}

/** Switches between files and an address as the source. The options apply to both. */
function Sources() {
  const { t } = useTranslation('file-shares');
  const [source, setSource] = useState<Source>('files');
  const [hasShownUrl, setHasShownUrl] = useState(false);
  const options = useSelector(uploadOptions);
  const limits = useQuery(uploadLimitsOptions()).data;
  const shared = {
    options,
    onOptionsChange: uploadOptions.set,
    usesProxy: limits?.usesProxy ?? false,
  };
  return (
    <div className="flex flex-col gap-3">
      <ViewSwitch<Source>
        label={t('upload.sources.label')}
        className="self-start"
        views={[
          { value: 'files', label: t('upload.sources.files') },
          { value: 'url', label: t('upload.sources.url') },
        ]}
        shown={source}
        onShow={(next) => {
          setSource(next);
          if (next === 'url') setHasShownUrl(true);
        }}
      />
      {source === 'files' && <UploadForm {...shared} maxBytes={limits?.maxBytes ?? null} />}
      {hasShownUrl && (
        // Stays mounted, because it holds the typed address. The chosen files are in a store.
        <div hidden={source !== 'url'}>
          <UrlUploadForm {...shared} />
        </div>
      )}
    </div>
  );
}
