/**
 * Creates a `fetch` that sends a form and reports upload progress. It uses XMLHttpRequest, because fetch
 * reports no upload progress.
 *
 * @param form body to send; the body of the request is ignored
 * @param onSent gets the number of sent bytes; the form is slightly larger than its file
 */
export function createFormSender(
  form: FormData,
  onSent: (bytes: number) => void,
): typeof globalThis.fetch {
  return (input, init) =>
    new Promise((resolve, reject) => {
      const { url, method, headers, signal } =
        input instanceof Request ? input : new Request(input, init);
      signal.throwIfAborted();
      const request = new XMLHttpRequest();
      request.open(method, url);
      for (const [name, value] of headers) {
        // XMLHttpRequest sets its own boundary for the form.
        if (name !== 'content-type') request.setRequestHeader(name, value);
      }
      const abort = () => request.abort();
      signal.addEventListener('abort', abort);
      request.upload.onprogress = ({ loaded }) => onSent(loaded);
      request.onload = () => resolve(replyOf(request));
      request.onerror = () => reject(new TypeError('network error'));
      request.onabort = () => reject(signal.reason);
      request.onloadend = () => signal.removeEventListener('abort', abort);
      request.send(form);
    });
}

function replyOf(request: XMLHttpRequest): Response {
  const lines = request
    .getAllResponseHeaders()
    .trim()
    .split(/[\r\n]+/);
  const headers = lines.filter(Boolean).map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon), line.slice(colon + 1).trim()];
  });
  const { status, statusText, responseText } = request;
  return new Response(responseText, { status, statusText, headers });
}
