import { readStoredJson, writeStored } from '#shared/storage/browser-storage.ts';

/** Delivery that this browser has begun and not finished. */
export interface StoredDelivery {
  /** Authorizes uploads into this delivery alone. Never part of an address. */
  readonly token: string;
  readonly receipt: string;
}

const keyOf = (slug: string) => `satchel.delivery.${slug}`;

/** Reads the open delivery into a request, so that the visitor can continue after closing the tab. */
export function readDelivery(slug: string): StoredDelivery | null {
  const stored = Object(readStoredJson(keyOf(slug))) as Partial<
    Record<keyof StoredDelivery, unknown>
  >;
  const { token, receipt } = stored;
  return typeof token === 'string' && typeof receipt === 'string' ? { token, receipt } : null;
}

export function storeDelivery(slug: string, delivery: StoredDelivery): void {
  writeStored(keyOf(slug), JSON.stringify(delivery));
}

export function forgetDelivery(slug: string): void {
  writeStored(keyOf(slug), null);
}
