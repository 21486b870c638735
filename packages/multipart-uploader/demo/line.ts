import type { Connectivity, PartSender } from '@satchel/multipart-uploader';
import { createSlowSender } from './slow-sender.ts';

/** Which answers are lost on their way to the page, after the server or the store has done its work. */
export type LostAnswers = 'none' | 'third' | 'all';

export interface LineState {
  readonly isCut: boolean;
  readonly lostAnswers: LostAnswers;
  /** At which parts pass, all together; null for as fast as they can. */
  readonly bytesPerSecond: number | null;
  readonly lostCount: number;
}

/** The line from this page to the server and the store, which a visitor can make worse. */
export interface Line {
  readonly state: () => LineState;
  readonly subscribe: (onChange: () => void) => () => void;
  readonly change: (change: Partial<Omit<LineState, 'lostCount'>>) => void;
  /** The ports of the uploader, by way of this line. */
  readonly fetch: typeof fetch;
  readonly carry: (sender: PartSender) => PartSender;
  readonly connectivity: Connectivity;
}

/** @param request what answers the calls; default the network */
export function createLine(request: typeof fetch = (...given) => fetch(...given)): Line {
  let state: LineState = {
    ...{ isCut: false, lostAnswers: 'none', bytesPerSecond: 8_000_000, lostCount: 0 },
  };
  let cut = new AbortController();
  let answerCount = 0;
  const listeners = new Set<() => void>();

  function update(change: Partial<LineState>): void {
    const wasCut = state.isCut;
    state = { ...state, ...change };
    if (state.isCut) cut.abort(new TypeError('The line is cut.'));
    else if (wasCut) cut = new AbortController();
    for (const listener of listeners) listener();
  }

  /** Makes a request, which ends when the line is cut, and loses its answer where it has to. */
  async function pass<Answer>(
    signal: AbortSignal | null | undefined,
    send: (signal: AbortSignal) => Promise<Answer>,
  ): Promise<Answer> {
    const either = AbortSignal.any([cut.signal, ...(signal ? [signal] : [])]);
    either.throwIfAborted();
    const answer = await send(either);
    answerCount += 1;
    const isLost =
      state.lostAnswers === 'all' || (state.lostAnswers === 'third' && answerCount % 3 === 0);
    if (!isLost) return answer;
    update({ lostCount: state.lostCount + 1 });
    throw new TypeError('The answer is lost.');
  }

  function subscribe(onChange: () => void): () => void {
    listeners.add(onChange);
    return () => void listeners.delete(onChange);
  }

  return {
    ...{ state: () => state, subscribe, change: update },
    fetch: (input, init) => pass(init?.signal, (signal) => request(input, { ...init, signal })),
    carry(sender) {
      const { reportsProgress, put } = createSlowSender(sender, () => state.bytesPerSecond);
      return {
        reportsProgress,
        put: (request) => pass(request.signal, (signal) => put({ ...request, signal })),
      };
    },
    connectivity: {
      isOnline: () => !state.isCut && navigator.onLine,
      onOnline(callback) {
        const unsubscribe = subscribe(() => {
          if (!state.isCut) callback();
        });
        window.addEventListener('online', callback);
        return () => {
          unsubscribe();
          window.removeEventListener('online', callback);
        };
      },
    },
  };
}
