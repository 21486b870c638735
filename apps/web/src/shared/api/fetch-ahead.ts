declare global {
  interface Window {
    /** What `before-paint.js` has asked for while the app's code was loading, by who asks and address. */
    satchelAhead?: Map<string, Promise<Response>>;
  }
}

/** `fetch` that hands out what was asked for ahead, once: whoever asks again wants to know it anew. */
export const fetchAhead: typeof fetch = async (input, init) => {
  const ahead = takeAhead(input);
  // Where it did not arrive, it is asked for as if it had not been.
  return (await ahead?.catch(() => undefined)) ?? fetch(input, init);
};

function takeAhead(input: RequestInfo | URL): Promise<Response> | undefined {
  if (!(input instanceof Request) || input.method !== 'GET') return undefined;
  const asked = `${input.headers.get('authorization') ?? ''} ${input.url}`;
  const reply = window.satchelAhead?.get(asked);
  window.satchelAhead?.delete(asked);
  return reply;
}
