export type ToastTone = 'success' | 'error' | 'info' | 'loading';

export interface ToastAction {
  label: string;
  onAction: () => void;
}

export interface ToastOptions {
  /** Id by which a later toast replaces this one in place. Default: tone and message. */
  id?: string;
  /** Second line, in a quieter style. */
  description?: string;
  /** Button such as "Undo"; the toast closes when it is pressed. */
  action?: ToastAction;
  /** Time until it closes, paused on hover and focus; 0 to show it until it is dismissed. */
  durationMs?: number;
  /** Called when it has closed for any reason. */
  onClose?: () => void;
}

export interface ShownToast extends ToastOptions {
  id: string;
  tone: ToastTone;
  message: string;
  durationMs: number;
}

export type ToastChange = { show: ShownToast } | { dismiss: string };
type ToastReceiver = (change: ToastChange) => void;

// Errors and toasts with an action stay longer, because they take longer to read.
const DURATION_MS: Record<ToastTone, number> = {
  success: 4_000,
  info: 4_000,
  error: 8_000,
  loading: 0,
};
const WITH_ACTION_MS = 10_000;

// Toasts wait here until the region has loaded.
let waiting: ToastChange[] = [];
let receiver: ToastReceiver | undefined;
let wake: (() => void) | undefined;
let workCount = 0;

function send(change: ToastChange): void {
  if (receiver) {
    receiver(change);
    return;
  }
  waiting.push(change);
  wake?.();
}

/** Shows a message, and returns its id, by which it can be changed or dismissed. */
export function showToast(tone: ToastTone, message: string, options: ToastOptions = {}): string {
  const id = options.id ?? `${tone}: ${message}`;
  const durationMs = options.durationMs ?? (options.action ? WITH_ACTION_MS : DURATION_MS[tone]);
  send({ show: { ...options, id, tone, message, durationMs } });
  return id;
}

export function dismissToast(id: string): void {
  send({ dismiss: id });
}

export interface WorkSentences<Value> {
  loading: string;
  success: (value: Value) => string;
  error: (reason: unknown) => string;
}

/** Shows one toast for long-running work: first that it runs, then its result. */
export function showToastWhile<Value>(
  work: Promise<Value>,
  sentences: WorkSentences<Value>,
): string {
  workCount += 1;
  const id = showToast('loading', sentences.loading, { id: `work ${workCount}` });
  work.then(
    (value) => showToast('success', sentences.success(value), { id }),
    (reason: unknown) => showToast('error', sentences.error(reason), { id }),
  );
  return id;
}

/** Calls back when a toast waits, now or later. Returns a function that stops it. */
export function whenToastWaits(listener: () => void): () => void {
  wake = listener;
  if (waiting.length > 0) listener();
  return () => {
    if (wake === listener) wake = undefined;
  };
}

/**
 * Passes the waiting toasts to a receiver, and from then on each change immediately. Returns a function that
 * stops it.
 */
export function receiveToasts(next: ToastReceiver): () => void {
  receiver = next;
  const missed = waiting;
  waiting = [];
  for (const change of missed) next(change);
  return () => {
    if (receiver === next) receiver = undefined;
  };
}
