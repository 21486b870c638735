import { describe, expect, it } from 'vitest';
import { createWebhookSecret, signWebhook } from './sign-webhook.ts';

describe('signatures of webhooks', () => {
  it('are those of the Standard Webhooks specification', () => {
    const headers = signWebhook('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', {
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      sentAt: new Date(1_614_265_330_000),
      body: '{"test": 2432232314}',
    });
    expect(headers).toEqual({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });

  it('have secrets of 256 bits, each another one', () => {
    const secrets = [createWebhookSecret(), createWebhookSecret()];
    expect(new Set(secrets).size).toBe(2);
    for (const secret of secrets) {
      expect(Buffer.from(secret.replace(/^whsec_/, ''), 'base64')).toHaveLength(32);
    }
  });
});
