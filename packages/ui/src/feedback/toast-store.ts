export type ToastTone = 'success' | 'error' | 'info' | 'loading';

export interface ToastAction {
  label: string;
  onAction: () => void;
}

export interface ToastOptions {
  /** A second toast of the same id replaces the first where it stands; by default tone and message. */
  id?: string;
  /** A second, quieter line. */
  description?: string;
  /** For example "Undo"; the toast closes with it. */
  action?: ToastAction;
  /** How long it is shown while nobody looks at it; 0 for until it is dismissed. */
  durationMs?: number;
  /** Called once it is gone, however. */
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

// Errors are shown longer, because they take longer to read, and so is what can be acted on.
const DURATION_MS: Record<ToastTone, number> = {
  success: 4_000,
  info: 4_000,
  error: 8_000,
  loading: 0,
};
const WITH_ACTION_MS = 10_000;

// Toasts wait here until the region, whose code loads later, is there.
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

/** Shows a message, and returns the id by which it can be changed or dismissed. */
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

/** One toast for something that takes a while: it says that it runs, then how it ended. */
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

/** Calls once a toast waits to be shown, now or later. Returns how to stop that. */
export function whenToastWaits(listener: () => void): () => void {
  wake = listener;
  if (waiting.length > 0) listener();
  return () => {
    if (wake === listener) wake = undefined;
  };
}

/** Hands over what has waited, and from then on each change at once. Returns how to stop that. */
export function receiveToasts(next: ToastReceiver): () => void {
  receiver = next;
  const missed = waiting;
  waiting = [];
  for (const change of missed) next(change);
  return () => {
    if (receiver === next) receiver = undefined;
  };
}
