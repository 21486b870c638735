import { can } from '@satchel/permissions';
import { TabList, TabPanel, Tabs } from '@satchel/ui/tabs';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePrincipal } from '#shared/session/use-session.ts';
import { LoginNotice } from '#shared/shares/login-notice.tsx';
import { usePageTitle } from '#shared/site/use-page-title.ts';
import { uploadLimitsOptions } from '../../queries.ts';
import { useUploadOptions } from '../../uploads/upload-draft.ts';
import { PendingUploads } from './pending-uploads.tsx';
import { RecentUploads } from './recent-uploads.tsx';
import { UploadForm } from './upload-form.tsx';
import { UploadList } from './upload-list.tsx';
import { UrlUploadForm } from './url-upload-form.tsx';

type Source = 'files' | 'url';

export function UploadPage() {
  const { t } = useTranslation('file-shares');
  usePageTitle(t('upload.pageTitle'));
  const isAllowed = can(usePrincipal(), 'file_share');
  return (
    <div className="mx-auto w-full max-w-frame px-gutter py-6">
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

/** Where the files come from; what holds for them is the same for both. */
function Sources() {
  const { t } = useTranslation('file-shares');
  const [source, setSource] = useState<Source>('files');
  const [options, setOptions] = useUploadOptions();
  const limits = useQuery(uploadLimitsOptions()).data;
  const shared = { options, onOptionsChange: setOptions, usesProxy: limits?.usesProxy ?? false };
  return (
    <Tabs selected={source} onSelect={setSource} className="flex flex-col gap-3">
      <TabList<Source>
        label={t('upload.sources.label')}
        className="self-start"
        tabs={[
          { value: 'files', label: t('upload.sources.files') },
          { value: 'url', label: t('upload.sources.url') },
        ]}
      />
      <TabPanel value="files">
        <UploadForm {...shared} maxBytes={limits?.maxBytes ?? null} />
      </TabPanel>
      <TabPanel value="url">
        <UrlUploadForm {...shared} />
      </TabPanel>
    </Tabs>
  );
}
