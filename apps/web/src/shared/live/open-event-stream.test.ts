// @vitest-environment node

import { expect, it } from 'vitest';
import { openEventStream } from './open-event-stream.ts';

it('tells the names of events, also of one that arrives in pieces, and the end', async () => {
  const stream = new TransformStream<string, string>();
  const writer = stream.writable.getWriter();
  const body = stream.readable.pipeThrough(new TextEncoderStream());
  const events = openEventStream(async () => new Response(body));
  const told: string[] = [];
  const ended = new Promise<void>((resolve) => {
    for (const name of ['following', 'changed', 'error']) {
      events.addEventListener(name, () => {
        told.push(name);
        if (name === 'error') resolve();
      });
    }
  });
  void writer.write('event: following\ndata: {}\n\n: still here\n\nevent: cha');
  void writer.write('nged\ndata: {}\n\n');
  void writer.close();
  await ended;
  expect(told).toEqual(['following', 'changed', 'error']);
});
