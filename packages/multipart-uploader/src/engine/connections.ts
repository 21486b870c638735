import type { UploaderOptions, UploaderSettings } from './options.ts';
import { createSlots, type Slots } from './timing/queue.ts';
import { createSharedConnections, type SharedConnection } from './timing/shared-connection.ts';
import { createSharedParts } from './timing/shared-parts.ts';

/** Most parts at once over a shared connection; small ones start with as many. */
const SHARED_PARTS = 12;
const SMALL_BYTES = 256 * 1024;

type Queue = Pick<Slots, 'run'>;

/** Connections that the parts of all files use. */
export interface Connections {
  readonly sharedBy: (url: string) => SharedConnection | undefined;
  /** Most parts of one file that can be sent to such an address at once. */
  readonly partsOfFile: (url: string) => number;
  /** Queue for a request with a body of this size. */
  readonly queueFor: (url: string, bytes: number) => Queue;
  /** Applies changed priorities. */
  readonly reorder: () => void;
}

export function createConnections(
  { maxConnections, concurrentParts }: UploaderOptions,
  settings: UploaderSettings,
): Connections {
  const { clock, send, speed, stallTimeoutMs: patienceMs } = settings;
  const all = createSlots(settings.maxConnections);
  const most = Math.min(maxConnections || SHARED_PARTS, SHARED_PARTS);
  const usual = Math.min(most, settings.concurrentParts);
  const small = createSlots(most);
  const shared: SharedConnection[] = [];
  const connectionTo = createSharedConnections(() => {
    const parts = createSharedParts(clock, { usual, most, patienceMs }, speed.read());
    const connection = { progressAtMs: 0, parts };
    shared.push(connection);
    return connection;
  });

  function sharedBy(url: string): SharedConnection | undefined {
    return send.isApart?.(url) ? undefined : connectionTo(url);
  }

  return {
    sharedBy,
    partsOfFile: (url) => concurrentParts || (sharedBy(url) ? most : settings.concurrentParts),
    queueFor(url, bytes) {
      const connection = sharedBy(url);
      if (!connection) return all;
      const queue = bytes <= SMALL_BYTES ? small : connection.parts.queueFor(bytes);
      return maxConnections ? within(queue, all) : queue;
    },
    reorder() {
      for (const slots of [all, small, ...shared.map(({ parts }) => parts)]) slots.reorder();
    },
  };
}

/** Queue whose tasks then wait in another. */
function within(outer: Queue, inner: Queue): Queue {
  return {
    run: (priority, signal, task) =>
      outer.run(priority, signal, () => inner.run(priority, signal, task)),
  };
}
