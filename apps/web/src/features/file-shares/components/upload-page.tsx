import { can } from '@satchel/permissions';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { usePrincipal } from '#shared/session/use-session.ts';
import { LoginNotice } from '#shared/shares/login-notice.tsx';
import { usePageTitle } from '#shared/site/use-page-title.ts';
import { uploadLimitsOptions } from '../queries.ts';
import { RecentUploads } from './recent-uploads.tsx';
import { UploadForm } from './upload-form.tsx';
import { UploadList } from './upload-list.tsx';

export function UploadPage() {
  const { t } = useTranslation('file-shares');
  usePageTitle(t('upload.pageTitle'));
  const isAllowed = can(usePrincipal(), 'file_share');
  const limits = useQuery(uploadLimitsOptions());
  return (
    <div className="mx-auto w-full max-w-7xl px-4 py-5 sm:px-6">
      <h1 className="mb-4 text-lg font-semibold">{t('upload.title')}</h1>
      {isAllowed ? (
        <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_18rem]">
          <div className="flex min-w-0 flex-col gap-5">
            <UploadForm
              maxBytes={limits.data?.maxBytes ?? null}
              usesProxyByDefault={limits.data?.usesProxy ?? false}
            />
            <UploadList />
          </div>
          <RecentUploads />
        </div>
      ) : (
        <LoginNotice purpose="upload" />
      )}
    </div>
  );
}
