import { createHmac, randomBytes } from 'node:crypto';

const SECRET_PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** Secret of a webhook in the form of Standard Webhooks. */
export function createWebhookSecret(): string {
  return SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

/** Call of a webhook. A repeated call has the same id, so that its receiver can tell. */
export interface WebhookCall {
  readonly id: string;
  readonly sentAt: Date;
  readonly body: string;
}

/** Headers of Standard Webhooks: id, time, and HMAC-SHA256 of both with the body. */
export function signWebhook(
  secret: string,
  { id, sentAt, body }: WebhookCall,
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(sentAt.getTime() / 1000));
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  };
}
