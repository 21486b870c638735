import { createUploader } from '@satchel/multipart-uploader';
import { createIndexedDbStore } from '@satchel/multipart-uploader/indexeddb';
import { createXhrSender } from '@satchel/multipart-uploader/xhr';

async function call(name, body, signal) {
  const response = await fetch(`/uploads/${name}`, {
    method: 'POST',
    body: JSON.stringify(body),
    signal,
  });
  if (!response.ok) throw Object.assign(new Error(name), { status: response.status });
  return response.json();
}

const uploader = createUploader({
  transport: {
    create: (request, signal) => call('create', request, signal),
    signParts: (request, signal) => call('sign', request, signal),
    listParts: (upload, signal) => call('list', upload, signal),
    complete: (request, signal) => call('complete', request, signal),
    abort: (upload, signal) => call('abort', upload, signal),
    headObject: (upload, signal) => call('head', upload, signal),
  },
  send: createXhrSender(),
  store: createIndexedDbStore(),
});

document.querySelector('input[type=file]').addEventListener('change', async (event) => {
  for (const file of event.target.files) {
    const upload = uploader.add(file);
    upload.on('progress', ({ bytes, totalBytes }) => console.log(file.name, bytes / totalBytes));
    upload.done.then(({ key }) => console.log('stored as', key), console.error);
  }
});
