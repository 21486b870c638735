import sharp from 'sharp';
import type { ExplorerScene } from './explorer-scene.ts';

const WIDTH = 4000;
const HEIGHT = 3000;
const UPLOADS_AT_ONCE = 4;
const MONTHS = 24;

/** Uploads photos of 12 MP, taken in the order of their names, in 24 months. */
export async function fillWithPhotos(
  { server, token }: ExplorerScene,
  folder: string,
  count: number,
): Promise<void> {
  const pictures = await Promise.all(Array.from({ length: MONTHS }, (_, index) => photo(index)));
  const names = Array.from({ length: count }, (_, index) => index);
  const worker = async () => {
    for (let index = names.shift(); index !== undefined; index = names.shift()) {
      const form = new FormData();
      form.append('path', `${folder}/`);
      const bytes = pictures[Math.floor((index / count) * MONTHS)] ?? new Uint8Array();
      form.append('file', new Blob([bytes]), `photo ${String(index).padStart(4, '0')}.jpg`);
      const headers = { authorization: `Bearer ${token}` };
      const init = { method: 'POST', headers, body: form };
      const reply = await fetch(`${server.url}/api/fs/upload`, init);
      if (!reply.ok) throw new Error(await reply.text());
    }
  };
  await Promise.all(Array.from({ length: UPLOADS_AT_ONCE }, worker));
}

/** Creates a JPEG of 12 MP with the decoding cost of a photo: soft areas with a little noise. */
export function photo(seed: number): Promise<Buffer<ArrayBuffer>> {
  const small = { width: 200, height: 150, channels: 3 } as const;
  const pixels = Buffer.from(
    Array.from({ length: small.width * small.height * 3 }, (_, index) => {
      return (index * (seed + 3) + ((index * 2_654_435_761) >>> 24)) % 256;
    }),
  );
  return sharp(pixels, { raw: small })
    .resize(WIDTH, HEIGHT)
    .withExif({ IFD2: { DateTimeOriginal: takenOn(seed) } })
    .jpeg({ quality: 60 })
    .toBuffer() as Promise<Buffer<ArrayBuffer>>;
}

function takenOn(seed: number): string {
  const date = new Date(Date.UTC(2020, seed, 15)).toISOString();
  return `${date.slice(0, 10).replaceAll('-', ':')} 12:00:00`;
}
