import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { CreatedWebhook } from '../src/features/notifications/service.ts';
import type { TestServer } from './start-server.ts';

/** Call that the receiver got. */
export interface ReceivedCall {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly path: string;
}

export interface WebhookReceiver {
  /** URL by a name that tests resolve to loopback: see `RECEIVER_NAME`. */
  readonly url: string;
  readonly calls: ReceivedCall[];
  /** Statuses of the next answers; 204 after these. */
  readonly answers: number[];
  close(): Promise<void>;
}

export const RECEIVER_NAME = 'hooks.test';

/** Environment and resolver of a server whose webhooks reach the receiver. */
export const WEBHOOK_ENV = { URL_UPLOAD_ALLOW: RECEIVER_NAME };
export const WEBHOOK_OUTGOING = {
  resolve: async (hostname: string) =>
    hostname === RECEIVER_NAME ? ['127.0.0.1'] : hostname === 'inside.test' ? ['10.0.0.1'] : [],
};

/** Receiver of webhooks on loopback. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const calls: ReceivedCall[] = [];
  const answers: number[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      calls.push({ headers: request.headers, body, path: request.url ?? '' });
      const status = answers.shift() ?? 204;
      response.writeHead(status, { location: `http://${request.headers.host}/elsewhere` }).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${RECEIVER_NAME}:${port}/hook?token=secret`,
    calls,
    answers,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Verifies a call as its receiver does, by the Standard Webhooks specification. */
export function isSigned({ headers, body }: ReceivedCall, secret: string): boolean {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const expected = createHmac('sha256', key).update(content).digest('base64');
  return headers['webhook-signature'] === `v1,${expected}`;
}

/** Creates a webhook that calls this address. */
export async function createWebhookOf(server: TestServer, url: string): Promise<CreatedWebhook> {
  const made = await server.services.notifications.createWebhook(url);
  if (!made) throw new Error('a URL has a webhook');
  return made;
}

/** Writes a notification and commits, as a feature does. */
export function enqueueCall(
  server: TestServer,
  subject: string,
  { url, secret }: Pick<CreatedWebhook, 'url' | 'secret'>,
) {
  return server.prisma.$transaction((transaction) =>
    server.services.notifications.enqueue(transaction, {
      event: 'request.delivery_done',
      subject,
      url,
      secret,
      data: { subject },
    }),
  );
}
