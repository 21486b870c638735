import { expect, expectTypeOf, it } from 'vitest';
import type { UploadTransport } from '../src/engine/ports.ts';
import { createUploader, upload } from '../src/engine/uploader.ts';
import { createScene, fileOf } from './scene.ts';

interface Album {
  readonly album: string;
}
interface Photo {
  readonly id: number;
}

function photoTransport(transport: UploadTransport): UploadTransport<Album, Photo> {
  return {
    create: (request, signal) =>
      transport.create({ ...request, metadata: `${request.metadata.album}/` }, signal),
    signParts: (request, signal) => transport.signParts(request, signal),
    listParts: (reference, signal) => transport.listParts(reference, signal),
    complete: async (request, signal) => ({
      ...(await transport.complete(request, signal)),
      data: { id: request.metadata.album.length },
    }),
    abort: (reference, signal) => transport.abort(reference, signal),
  };
}

it('an upload has the types of its metadata and of its data', async () => {
  const scene = createScene();
  const transport = photoTransport(scene.store.transport);
  const uploader = createUploader({ ...scene.options, transport });
  const added = uploader.add(fileOf(2), { metadata: { album: 'rome' } });
  expectTypeOf(added.metadata).toEqualTypeOf<Album>();
  const { key, data } = await scene.clock.runUntil(added.done);
  expectTypeOf(data).toEqualTypeOf<Photo>();
  expect({ key, data }).toEqual({ key: 'rome/file.bin', data: { id: 4 } });
  const [pending] = await uploader.pending();
  expectTypeOf(pending?.metadata).toEqualTypeOf<Album | undefined>();
});

it('an upload made with one call has them, too', async () => {
  const scene = createScene();
  const options = { ...scene.options, transport: photoTransport(scene.store.transport) };
  const done = upload(fileOf(1), { ...options, metadata: { album: 'oslo' } });
  expectTypeOf(done).resolves.toHaveProperty('data').toEqualTypeOf<Photo>();
  expect((await scene.clock.runUntil(done)).data.id).toBe(4);
});

it('metadata and data that are needed cannot be left out', () => {
  const scene = createScene();
  const transport = photoTransport(scene.store.transport);
  const uploader = createUploader<Album, Photo>({ ...scene.options, transport });
  const compiled = () => {
    // @ts-expect-error metadata is needed
    uploader.add(fileOf(1));
    // @ts-expect-error an album has a name
    uploader.add(fileOf(1), { metadata: { album: 1 } });
    const forgetful: UploadTransport<Album, Photo> = {
      ...transport,
      // @ts-expect-error a photo is needed
      complete: async () => ({ etag: '"1"' }),
    };
    return forgetful;
  };
  expect(compiled).toBeTypeOf('function');
  expect(() => createUploader(scene.options).add(fileOf(1))).not.toThrow();
});
