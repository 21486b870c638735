import { useEffect, useEffectEvent } from 'react';
import { onQueueMessage } from './queue-messages.ts';
import type { QueuedType } from './queued-change.ts';

/** Calls back with the server's response when a queued change was applied, in whichever tab. */
export function useAppliedChange(
  type: QueuedType,
  endpoint: string,
  onApplied: (reply: unknown) => void,
): void {
  const tell = useEffectEvent(onApplied);
  useEffect(
    () =>
      onQueueMessage((message) => {
        if (message.kind !== 'applied') return;
        const { change, reply } = message;
        if (change.type === type && change.endpoint === endpoint) tell(reply);
      }),
    [type, endpoint],
  );
}
