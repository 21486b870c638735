import { isApiError } from '@satchel/api-client/api-error';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { plainName } from '#shared/format/plain-name.ts';
import { ShareProblem } from '#shared/shares/opening/share-problem.tsx';
import { PagePending } from '#shared/shell/page-pending.tsx';
import { usePageTitle } from '#shared/site/use-page-title.ts';
import { useDelivery } from '../delivery/use-delivery.ts';
import { type VisitedRequest, visitedRequestOptions } from '../queries.ts';
import { EndedDelivery } from './arrived-files.tsx';
import { DeliveryForm } from './delivery-form.tsx';
import { DeliveryReceipt } from './delivery-receipt.tsx';
import { RequestLimits } from './request-limits.tsx';

/** Errors of a request that accepts nothing any more. */
const OVER = [
  'upload_requests.not_found',
  'upload_requests.expired',
  'upload_requests.folder_gone',
] as const;

/** Page of an upload request's link, where others send files in. */
export function UploadRequestPage({ slug }: { slug: string }) {
  const { t } = useTranslation('upload-requests');
  const request = useQuery(visitedRequestOptions(slug));
  const delivery = useDelivery(slug);
  usePageTitle(request.data?.title ?? t('page.title'));
  // The receipt stays even if the request ends while it is shown.
  if (delivery.receipt) {
    return <DeliveryReceipt receipt={delivery.receipt} onMore={delivery.restart} />;
  }
  // A refetch that fails for another reason, such as a network that is gone, must not take the chosen files.
  if (request.error && (!request.data || isApiError(request.error, ...OVER))) {
    const { session, sent } = delivery;
    return (
      <>
        <ShareProblem error={request.error} onRetry={() => void request.refetch()} />
        {session && sent.length > 0 && <EndedDelivery files={sent} receipt={session.receipt} />}
      </>
    );
  }
  return request.data ? <Request request={request.data} delivery={delivery} /> : <PagePending />;
}

interface RequestProps {
  request: VisitedRequest;
  delivery: ReturnType<typeof useDelivery>;
}

function Request({ request, delivery }: RequestProps) {
  const { t } = useTranslation('upload-requests');
  const heading = useRef<HTMLHeadingElement>(null);
  const isLocked = request.requires_password && delivery.session === null;
  const wasLocked = useRef(isLocked);
  useEffect(() => {
    // Screen readers and keyboards arrive at the message from a password field that is gone.
    if (wasLocked.current && !isLocked) heading.current?.focus();
    wasLocked.current = isLocked;
  }, [isLocked]);
  const message = request.message ?? delivery.message;
  return (
    <div className="mx-auto flex w-full max-w-2xl flex-col gap-6 px-4 pt-6 pb-32 sm:px-6 sm:pt-10 sm:pb-16">
      <div className="flex flex-col gap-3">
        <h1 ref={heading} tabIndex={-1} className="text-title outline-none wrap-anywhere">
          {plainName(request.title)}
        </h1>
        {message ? (
          <p className="border-l-2 border-accent/40 pl-3 text-body whitespace-pre-line wrap-anywhere">
            {message}
          </p>
        ) : (
          <p className="text-body text-ink-muted">{t('page.to')}</p>
        )}
        <RequestLimits request={request} />
      </div>
      <DeliveryForm request={request} delivery={delivery} />
    </div>
  );
}
