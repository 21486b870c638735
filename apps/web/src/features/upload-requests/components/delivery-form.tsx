import { isApiError } from '@satchel/api-client/api-error';
import { formatBytes } from '@satchel/api-client/format-bytes';
import type { ChosenFile } from '@satchel/multipart-uploader/drop';
import { ActionBar } from '@satchel/ui/actions/action-bar';
import { Button } from '@satchel/ui/actions/button';
import { Notice } from '@satchel/ui/feedback/notice';
import { PasswordField } from '@satchel/ui/forms/password-field';
import { TextArea } from '@satchel/ui/forms/text-area';
import { TextField } from '@satchel/ui/forms/text-field';
import { Card } from '@satchel/ui/layout/card';
import { Send } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorNotice } from '#shared/errors/error-notice.tsx';
import { sentenceOf } from '#shared/errors/sentence-of.ts';
import { FileDropZone } from '#shared/uploads/choosing/file-drop-zone.tsx';
import { receiveDrop } from '#shared/uploads/choosing/receive-drop.ts';
import { sortFiles } from '#shared/uploads/choosing/sort-files.ts';
import { CutUploads } from '#shared/uploads/cut-uploads.tsx';
import {
  answeredItems,
  cutPlaceOf,
  type DeliveryFile,
  refusalOf,
  totalRefusalOf,
} from '../delivery/chosen.ts';
import { sendFiles } from '../delivery/delivery-task.ts';
import { type useDelivery, useFinishWhenSent } from '../delivery/use-delivery.ts';
import type { VisitedRequest } from '../queries.ts';
import { ChosenFiles } from './chosen-files.tsx';
import { SendingFiles } from './sending-files.tsx';
import { WantedItems } from './wanted-items.tsx';

const NOTE_LENGTH = 2000;
const NAME_LENGTH = 200;

let lastId = 0;

export interface DeliveryFormProps {
  request: VisitedRequest;
  delivery: ReturnType<typeof useDelivery>;
}

/** Form of a delivery: wanted items, files, and who sends them. */
export function DeliveryForm({ request, delivery }: DeliveryFormProps) {
  const { t } = useTranslation(['upload-requests', 'share-views']);
  const [files, setFiles] = useState<readonly DeliveryFile[]>([]);
  const [entry, setEntry] = useState({ name: '', password: '', note: '' });
  const { session, sent, sending, send, cut, isLost } = delivery;
  const isFull = request.is_full;
  const accepted = files.filter(({ file }) => refusalOf(file, request) === null);
  const fitting = isFull ? [] : accepted;
  const sentBytes = sent.reduce((sum, { size }) => sum + size, 0);
  const totalRefusal = totalRefusalOf(fitting, { count: sent.length, bytes: sentBytes }, request);
  const wanted = request.wanted ?? [];
  const paths = [...sent.map(({ path }) => path), ...sending.map(({ path }) => path)];
  const isEntered = session !== null;
  // Shows the form only to those who know the password. Files that are chosen before one is set stay.
  const isLocked = request.requires_password && !isEntered && files.length === 0;
  const isPasswordWrong = isApiError(
    send.error,
    'upload_requests.wrong_password',
    'upload_requests.password_required',
  );
  const password = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!isPasswordWrong || !request.requires_password) return;
    // Selects the wrong password, so that typing replaces it. The field may be behind the bar at the bottom.
    password.current?.select();
    password.current?.scrollIntoView({ block: 'nearest' });
  }, [isPasswordWrong, request.requires_password]);
  // Chosen files that a full request no longer accepts: the visitor decides whether to finish without them.
  useFinishWhenSent(delivery, accepted.length > 0);
  const isReady = isLocked || (fitting.length > 0 && totalRefusal === null);

  function add(chosen: readonly ChosenFile[], item: string | null = null): void {
    const added = chosen.map((each) => {
      lastId += 1;
      return { ...each, wanted: item, id: String(lastId) };
    });
    setFiles((before) => sortFiles([...before, ...added]));
    // The owner may have changed the limits, or others may have filled the request.
    delivery.checkRequest();
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!isReady) return;
    // Files that are chosen before the server has answered stay, to be sent next.
    const chosen = new Set(files);
    const onSuccess = () => setFiles((now) => now.filter((each) => !chosen.has(each)));
    send.mutate({ files: fitting, entry }, { onSuccess });
  }

  const fieldOf = (name: keyof typeof entry) => ({
    value: entry[name],
    onChange: (event: { target: { value: string } }) =>
      setEntry({ ...entry, [name]: event.target.value }),
  });
  return (
    <form onSubmit={submit} className="flex flex-col gap-5">
      {isLost && (
        <Notice tone="warning" role="alert">
          {t('form.lost')}
        </Notice>
      )}
      {session && (
        <CutUploads
          frame="card"
          pending={cut}
          discard={(each) => session.discard(each).then(delivery.reload)}
          resume={(found) =>
            sendFiles(
              session,
              found.map(({ file, pending }) => ({ file, ...cutPlaceOf(pending.target, file) })),
              delivery.reload,
            )
          }
        />
      )}
      <SendingFiles delivery={delivery} hasChosen={fitting.length > 0} isFull={isFull} />
      {isFull ? (
        <Notice tone="warning" role="status">
          {t('form.full')}
        </Notice>
      ) : (
        fields()
      )}
    </form>
  );

  function label(): string {
    if (isLocked) return t('share-views:password.submit');
    if (fitting.length === 0) return t('form.send');
    const size = formatBytes(fitting.reduce((sum, { file }) => sum + file.size, 0));
    return t('form.sendFiles', { count: fitting.length, size });
  }

  function fields() {
    return (
      <>
        {!isLocked && wanted.length > 0 && (
          <WantedItems
            wanted={wanted}
            answered={answeredItems(wanted, files, paths)}
            onFiles={add}
          />
        )}
        {!isLocked && (
          <Card className="overflow-clip">
            <FileDropZone
              maxBytes={request.max_file_bytes}
              isCompact={files.length > 0 || sending.length > 0}
              onFiles={(chosen) => add(chosen)}
              onDrop={(transfer) =>
                void receiveDrop(transfer).then((dropped) => add(dropped.files))
              }
            />
            <ChosenFiles
              files={files}
              request={request}
              onRemove={(id) => setFiles(files.filter((each) => each.id !== id))}
            />
          </Card>
        )}
        {totalRefusal && (
          <Notice tone="warning" role="status">
            {totalRefusal === 'tooMany'
              ? t('form.tooMany', { count: request.max_files ?? 0 })
              : t('form.totalTooLarge', { size: formatBytes(request.max_total_bytes ?? 0) })}
          </Notice>
        )}
        {!isEntered && request.ask_name && (
          <TextField
            label={t('form.name')}
            hint={t('form.nameHint')}
            autoComplete="name"
            required
            maxLength={NAME_LENGTH}
            {...fieldOf('name')}
          />
        )}
        {!isEntered && request.requires_password && (
          <PasswordField
            label={t('form.password')}
            hint={t('form.passwordHint')}
            autoComplete="off"
            required
            ref={password}
            error={isPasswordWrong ? sentenceOf(send.error) : undefined}
            {...fieldOf('password')}
          />
        )}
        {!isLocked && sending.length === 0 && (
          <TextArea
            label={t('form.note')}
            hint={t('form.noteHint')}
            rows={2}
            maxLength={NOTE_LENGTH}
            {...fieldOf('note')}
          />
        )}
        {send.error && !isPasswordWrong && <ErrorNotice error={send.error} />}
        <span role="alert" className="sr-only">
          {isPasswordWrong && sentenceOf(send.error)}
        </span>
        <ActionBar>
          <Button
            type="submit"
            variant="primary"
            className="min-h-11 px-6 text-body max-sm:flex-1"
            icon={!isLocked && <Send className="size-4.5" />}
            isBusy={send.isPending}
            disabled={!isReady}
          >
            {label()}
          </Button>
        </ActionBar>
      </>
    );
  }
}
