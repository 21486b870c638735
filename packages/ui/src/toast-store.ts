export type ToastTone = 'success' | 'error' | 'info';

export interface ToastEntry {
  id: number;
  tone: ToastTone;
  message: string;
  durationMs: number;
}

const MAX_SHOWN = 4;
// Errors are shown longer, because they take longer to read.
const DURATION_MS: Record<ToastTone, number> = { success: 4_000, info: 4_000, error: 8_000 };

let toasts: readonly ToastEntry[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function publish(next: readonly ToastEntry[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

export function showToast(tone: ToastTone, message: string): void {
  lastId += 1;
  const entry = { id: lastId, tone, message, durationMs: DURATION_MS[tone] };
  const others = toasts.filter((toast) => toast.message !== message || toast.tone !== tone);
  publish([...others, entry].slice(-MAX_SHOWN));
}

export function dismissToast(id: number): void {
  publish(toasts.filter((toast) => toast.id !== id));
}

export function getToasts(): readonly ToastEntry[] {
  return toasts;
}

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
