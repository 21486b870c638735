import { exampleOf } from '@satchel/api-client/examples';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type AnyEndpoint, readContract } from '../../test/read-contract.ts';
import { openApiSchema } from './open-api.ts';

const CONTRACT = await readContract();

describe('the examples of the API documentation', () => {
  it.each(CONTRACT)('%s takes its example and answers with it', (_, endpoint) => {
    const example = exampleOf(endpoint);
    const body = endpoint.kind === 'json' ? endpoint.body : undefined;
    if (body) {
      const parsed = body.parse(example?.body);
      // What a schema does not know it drops: a misspelt name would go unnoticed.
      expect(namesIn(parsed)).toEqual(expect.arrayContaining(namesIn(example?.body)));
    }
    const reply = replySchema(endpoint);
    if (reply && !reply.safeParse(null).success) {
      expect(reply.parse(example?.reply)).toEqual(example?.reply);
    }
  });

  it.each(CONTRACT)('%s shows them, and what its errors look like', (_, endpoint) => {
    const { body, response } = openApiSchema(endpoint) as {
      body?: { examples?: unknown[] };
      response: Record<string, { description: string; examples?: { code?: number }[] }>;
    };
    if (endpoint.kind === 'json' && endpoint.body) expect(body?.examples).toHaveLength(1);
    for (const [status, { examples = [], description }] of Object.entries(response)) {
      const [shown] = examples;
      if (Number(status) >= 400) {
        expect(shown).toMatchObject({ code: Number(status), message: expect.any(String) });
        expect(description).toContain((shown as { error: string } | undefined)?.error);
      } else if (endpoint.data) {
        const isFlat = endpoint.kind === 'json' && endpoint.flat;
        expect(shown).toMatchObject(isFlat ? {} : { success: true, code: Number(status) });
      }
    }
  });
});

function replySchema(endpoint: AnyEndpoint): z.ZodType | undefined {
  const extras = endpoint.kind === 'json' ? endpoint.extras : undefined;
  return extras ? z.strictObject({ data: endpoint.data, ...extras.shape }) : endpoint.data;
}

/** The paths of all members of a value. */
function namesIn(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [
    `${path}/${name}`,
    ...namesIn(member, `${path}/${name}`),
  ]);
}
