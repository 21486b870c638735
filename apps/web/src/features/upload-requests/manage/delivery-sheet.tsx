import { Button, buttonClassName } from '@satchel/ui/actions/button';
import { showToast } from '@satchel/ui/feedback/toast-store';
import { Fact, FactList } from '@satchel/ui/lists/fact-list';
import { SideSheet } from '@satchel/ui/overlays/side-sheet';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FolderInput, Link2, Trash2 } from 'lucide-react';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyTextButton } from '#shared/browser/copy-text-button.tsx';
import { resultToasts } from '#shared/errors/result-toasts.ts';
import { showErrorToast } from '#shared/errors/show-error-toast.ts';
import { formatDateTime } from '#shared/format/format-time.ts';
import { plainName } from '#shared/format/plain-name.ts';
import { useLanguage } from '#shared/i18n/use-language.ts';
import type { FolderChooserProps } from '#shared/mounts/folder-chooser-props.ts';
import { useFolderChooser } from '#shared/mounts/use-folder-chooser.tsx';
import { bundleShareUrl } from '#shared/shares/share-address.ts';
import type { DeliveryRow } from '../queries.ts';
import { DeliveredFiles } from './delivered-files.tsx';
import { useBundleDelivery, useMoveDelivery } from './mutations.ts';
import { deliveryBundleOptions } from './queries.ts';
import { senderOf } from './use-delivery-columns.tsx';

export interface DeliverySheetProps {
  requestId: string;
  delivery: DeliveryRow;
  FolderChooser: ComponentType<FolderChooserProps>;
  onDelete: () => void;
  onClose: () => void;
}

/** Shows one delivery with its files. The owner makes a link of it, moves it or deletes it. */
export function DeliverySheet(props: DeliverySheetProps) {
  const { delivery, requestId } = props;
  const { t } = useTranslation('upload-requests');
  const language = useLanguage();
  const bundle = useBundleOf(delivery);
  const make = useBundleDelivery(requestId);
  const isEmpty = delivery.file_count === 0;
  return (
    <SideSheet
      onClose={props.onClose}
      title={senderOf(delivery)}
      description={
        delivery.done_at === null
          ? t(delivery.state === 'ended' ? 'deliveries.endedHint' : 'deliveries.unfinishedHint')
          : t('deliveries.doneAt', { when: formatDateTime(delivery.done_at, language) })
      }
      className="sm:w-[min(34rem,100vw)]"
      footer={
        <>
          <Button className="mr-auto" icon={<Trash2 />} onClick={props.onDelete}>
            {t('deliveries.delete')}
          </Button>
          {!isEmpty && <MoveButton {...props} />}
          {!isEmpty && delivery.bundle_id === null && (
            <Button
              variant="primary"
              icon={<Link2 />}
              isBusy={make.isPending}
              onClick={() => make.mutate(delivery.id, resultToasts(t('deliveries.bundled')))}
            >
              {t('deliveries.bundle')}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Facts delivery={delivery} />
        {bundle && (
          <div className="flex flex-wrap items-center gap-2">
            <Link
              to="/share/$slug"
              params={{ slug: bundle.slug }}
              className={buttonClassName('secondary')}
            >
              {t('deliveries.openBundle')}
            </Link>
            <CopyTextButton
              text={bundleShareUrl(bundle.slug)}
              label={t('deliveries.copyBundleLink')}
            />
          </div>
        )}
        <DeliveredFiles requestId={requestId} delivery={delivery} bundleSlug={bundle?.slug} />
      </div>
    </SideSheet>
  );
}

function useBundleOf({ bundle_id: id }: DeliveryRow) {
  const bundle = useQuery({ ...deliveryBundleOptions(id ?? ''), enabled: id !== null });
  return id === null ? undefined : bundle.data;
}

function Facts({ delivery }: { delivery: DeliveryRow }) {
  const { t } = useTranslation('upload-requests');
  return (
    <FactList className="text-sm [&_dd]:whitespace-pre-line">
      <Fact term={t('thanks.receipt')}>{delivery.receipt}</Fact>
      <Fact term={t('deliveries.name')}>{delivery.name && plainName(delivery.name)}</Fact>
      <Fact term={t('deliveries.email')}>{delivery.email}</Fact>
      <Fact term={t('form.note')}>{delivery.note}</Fact>
      <Fact term={t('deliveries.folder')}>{delivery.path && plainName(delivery.path)}</Fact>
    </FactList>
  );
}

function MoveButton({ requestId, delivery, FolderChooser }: DeliverySheetProps) {
  const { t } = useTranslation('upload-requests');
  const move = useMoveDelivery(requestId);
  const folder = useFolderChooser(FolderChooser, {
    title: t('deliveries.moveTitle'),
    submitLabel: t('deliveries.moveHere'),
    permission: 'mount_upload',
    onChoose: (path) =>
      move.mutate(
        { delivery: delivery.id, path },
        {
          onSuccess({ success: count, failed: [first] }) {
            if (first) showToast('error', first.error);
            if (count > 0) showToast('success', t('deliveries.moved', { count, path }));
          },
          onError: showErrorToast,
        },
      ),
  });
  return (
    <>
      <Button icon={<FolderInput />} isBusy={move.isPending} onClick={folder.choose}>
        {t('deliveries.move')}
      </Button>
      {folder.dialog}
    </>
  );
}
