import { isApiError } from '@satchel/api-client/api-error';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { client } from '#shared/api/client.ts';
import { isUnderWay } from '#shared/tasks/task.ts';
import { tasks } from '#shared/tasks/tasks.ts';
import { useTaskIds, useTaskSummary } from '#shared/tasks/use-tasks.ts';
import { deliveryKey, visitedRequestOptions } from '../queries.ts';
import { cutPlaceOf, type DeliveryFile, deliveryPathOf } from './chosen.ts';
import { deliverySession, type FinishedDelivery } from './delivery-session.ts';
import { type DeliveryTask, isDeliveryTask, sendFiles } from './delivery-task.ts';
import {
  forgetDelivery,
  readDelivery,
  type StoredDelivery,
  storeDelivery,
} from './stored-delivery.ts';

/** Errors of visitors who have not entered what the request asks for. */
const MISSING = ['upload_requests.password_required', 'upload_requests.name_required'] as const;

export interface Entry {
  readonly name: string;
  readonly password: string;
  readonly note: string;
}

/** One visitor's delivery into a request: entering, sending, and finishing with a receipt. */
export function useDelivery(slug: string) {
  const queryClient = useQueryClient();
  const [stored, setStored] = useState(() => readDelivery(slug));
  const [receipt, setReceipt] = useState<FinishedDelivery | null>(null);
  const [note, setNote] = useState('');
  const [isLost, setIsLost] = useState(false);
  const session = stored && deliverySession(slug, stored);
  const reload = () => void queryClient.invalidateQueries({ queryKey: deliveryKey(slug) });

  /** Rereads what the request accepts. */
  const checkRequest = useCallback(
    () => void queryClient.invalidateQueries(visitedRequestOptions(slug)),
    [slug, queryClient],
  );

  const own = useQuery({
    queryKey: [...deliveryKey(slug), stored?.receipt],
    queryFn: async ({ signal }) => {
      if (!session) return { files: [], message: null };
      const { files, message, state } = await session.read(signal);
      return { files, message, isDone: state === 'done' };
    },
    enabled: stored !== null,
    retry: false,
  });
  // Read without the server, so that a delivery is not finished without them while the server does not answer.
  const pending = useQuery({
    queryKey: [...deliveryKey(slug), stored?.receipt, 'pending'],
    queryFn: () => session?.pending() ?? [],
    enabled: stored !== null,
    networkMode: 'always',
  });

  function forget(): void {
    forgetDelivery(slug);
    setStored(null);
  }
  const isRefused = isApiError(own.error, 'upload_requests.token_invalid');
  const isOver = own.data?.isDone === true || isRefused;
  useEffect(() => {
    if (!isOver) return;
    forgetDelivery(slug);
    setStored(null);
    setIsLost(isRefused);
    // If the owner has closed or deleted the request, the page says so instead of showing an empty form.
    if (isRefused) checkRequest();
  }, [isOver, isRefused, slug, checkRequest]);

  const sending = useDeliveryTasks(stored?.receipt);
  const failedCount = sending.filter(({ state }) => state === 'failed').length;
  useEffect(() => {
    // The owner may have lowered the limits since the page was opened.
    if (failedCount > 0) checkRequest();
  }, [failedCount, checkRequest]);
  const send = useMutation({
    mutationFn: async ({ files, entry }: { files: readonly DeliveryFile[]; entry: Entry }) => {
      setNote(entry.note);
      setIsLost(false);
      const entered = stored ?? (await enter(slug, entry));
      setStored(entered);
      sendFiles(deliverySession(slug, entered), files, reload);
    },
    onError(error) {
      // The owner has begun to ask for a password or a name since the page was opened, so it has no field for it.
      if (isApiError(error, ...MISSING)) checkRequest();
    },
  });
  const finish = useMutation({
    mutationFn: async () => session?.finish(note),
    onSuccess(finished) {
      tasks.remove(sending.map(({ id }) => id));
      forget();
      if (finished) setReceipt(finished);
    },
  });

  // Uploads of this tab are in the store of cut ones, too, until they are complete.
  const underWay = new Set(sending.map(({ file, path }) => `${path} ${file.size}`));
  const cut = (pending.data ?? []).filter(
    ({ file, target }) =>
      !underWay.has(`${deliveryPathOf({ file, ...cutPlaceOf(target, file) })} ${file.size}`),
  );

  return {
    session,
    /** Files of this delivery that are stored. */
    sent: own.data?.files ?? [],
    /** Message of a request with a password, which only those read who have entered it. */
    message: own.data?.message ?? null,
    /** Uploads that a closed tab cut. */
    cut,
    isCutKnown: !pending.isPending,
    sending,
    /** Whether the owner has ended an unfinished delivery of this browser. */
    isLost,
    isSending: sending.some(({ state }) => isUnderWay(state)),
    send,
    finish,
    receipt,
    reload,
    checkRequest,
    restart() {
      setReceipt(null);
      send.reset();
      finish.reset();
      checkRequest();
    },
  };
}

/**
 * Finishes a delivery when everything has arrived. Waits for files that are chosen and not sent, and for
 * uploads that a closed tab cut, because a finished delivery accepts no more files.
 */
export function useFinishWhenSent(
  { sending, cut, isCutKnown, finish }: ReturnType<typeof useDelivery>,
  hasChosen: boolean,
): void {
  const isSent = sending.length > 0 && sending.every(({ state }) => state === 'completed');
  const isAll = isSent && isCutKnown && cut.length === 0 && !hasChosen;
  const { mutate: finishNow, isIdle: isUnfinished } = finish;
  useEffect(() => {
    if (isAll && isUnfinished) finishNow();
  }, [isAll, isUnfinished, finishNow]);
}

async function enter(slug: string, { name, password }: Entry): Promise<StoredDelivery> {
  const { upload_token, receipt } = await client.uploadRequests.enter({
    params: { slug },
    body: { name: name.trim() || null, password: password || null },
  });
  const entered = { token: upload_token, receipt };
  storeDelivery(slug, entered);
  return entered;
}

/** Uploads of a delivery in this tab. */
function useDeliveryTasks(receipt: string | undefined): readonly DeliveryTask[] {
  // The summary changes with the state of each task.
  useTaskSummary();
  return useTaskIds().flatMap((id) => {
    const task = tasks.get(id);
    return task && isDeliveryTask(task) && task.receipt === receipt ? [task] : [];
  });
}
