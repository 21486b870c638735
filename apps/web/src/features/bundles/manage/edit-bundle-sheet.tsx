import { LINK_TITLE_LENGTH } from '@satchel/api-client/contract/limits';
import { Switch } from '@satchel/ui/forms/switch';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { bindFields } from '#shared/forms/bind-fields.ts';
import { type EditedShare, EditSheet } from '#shared/shares/editing/edit-sheet.tsx';
import { type EditFormProps, OwnShareForm } from '#shared/shares/editing/own-share-form.tsx';
import { ShareForm } from '#shared/shares/editing/share-form.tsx';
import { useSaving } from '#shared/shares/editing/use-saving.ts';
import { MessageField, SenderField } from '#shared/shares/options/share-inputs.tsx';
import type { LinkOptionsProps } from '#shared/shares/result/share-result-sheet.tsx';
import { WebhookField } from '#shared/shares/webhooks/webhook-field.tsx';
import { WebhookSecretDialog } from '#shared/shares/webhooks/webhook-secret-dialog.tsx';
import { useHeldState } from '#shared/unsaved/use-held-state.ts';
import { useUpdateBundle } from '../mutations.ts';
import { bundleQueries, type OwnBundle } from '../queries.ts';

export function EditBundleSheet(sheet: EditedShare) {
  return (
    <EditSheet
      {...sheet}
      queries={bundleQueries}
      description={({ title, slug }) => title || slug}
      form={BundleForm}
    />
  );
}

/** Options of a new bundle, below its link. */
export function BundleLinkOptions(given: LinkOptionsProps) {
  return <OwnShareForm {...given} queries={bundleQueries} form={BundleForm} />;
}

function BundleForm({ share, ...sheet }: EditFormProps<OwnBundle>) {
  const { t } = useTranslation('file-shares');
  const { value: extra, setValue: setExtra } = useHeldState('bundle', () => ({
    sender: share.sender ?? '',
    message: share.message ?? '',
    notifyUrl: share.notify_url ?? '',
    useProxy: share.use_proxy === 1,
  }));
  const { text, toggle } = bindFields(extra, (changed) => setExtra({ ...extra, ...changed }));
  const [secret, setSecret] = useState<string | null>(null);
  const { form, save } = useSaving(useUpdateBundle(), sheet);
  return (
    <>
      <ShareForm
        {...form}
        share={{ ...share, remark: share.title }}
        titleLength={LINK_TITLE_LENGTH}
        extra={extra}
        onSubmit={(changes) =>
          save({ id: share.id, changes, ...extra }, ({ notify_secret: newSecret }) =>
            newSecret === null ? sheet.onSaved() : setSecret(newSecret),
          )
        }
        after={
          <>
            <SenderField {...text('sender')} />
            <MessageField {...text('message')} />
            <WebhookField events="visits" {...text('notifyUrl')} />
            <Switch
              label={t('upload.proxy')}
              hint={t('upload.proxyHint')}
              {...toggle('useProxy')}
            />
          </>
        }
      />
      {secret !== null && <WebhookSecretDialog secret={secret} onClose={sheet.onSaved} />}
    </>
  );
}
