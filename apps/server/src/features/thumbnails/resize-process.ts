import { writeFileSync } from 'node:fs';
import exifr from 'exifr';
import sharp, { type Metadata } from 'sharp';

/** Result of a message: the thumbnail, or the reason why there is none. */
export type ResizeReply = { readonly bytes: Uint8Array } | { readonly problem: string };

export interface ResizeRequest {
  readonly bytes: Uint8Array;
  /** Size of the longer side. */
  readonly pixels: number;
}

const MAX_INPUT_PIXELS = 50_000_000;
/** Maximum memory for a decoded image. */
const MAX_DECODED_BYTES = 256 * 1024 * 1024;
/** Memory per pixel for AVIF, measured, including the decoder's planes and copies. */
const HEIF_PIXEL_BYTES = 20;
const MAX_SECONDS = 10;
/** `effort` of 4, the default, takes a third longer and saves 4 % of the bytes. */
const WEBP = { quality: 76, effort: 1 };

// Only these formats are decoded, independently of the file name (SECURITY: hostile images).
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpeg',
    'VipsForeignLoadPng',
    'VipsForeignLoadWebp',
    'VipsForeignLoadHeif',
    'VipsForeignLoadNsgif',
  ],
});
sharp.cache(false);
sharp.concurrency(1);

async function resize({ bytes, pixels }: ResizeRequest): Promise<ResizeReply> {
  try {
    const image = sharp(bytes, { failOn: 'error', limitInputPixels: MAX_INPUT_PIXELS });
    const metadata = await image.metadata();
    if (decodedBytesOf(metadata) > MAX_DECODED_BYTES)
      return { problem: 'too large when it is decoded' };
    const taken = await takenOf(metadata);
    // The only EXIF of a thumbnail, so that galleries know the month of a photo without reading it.
    if (taken) image.withExif({ IFD2: { DateTimeOriginal: taken } });
    const made = await image
      .autoOrient()
      .resize({ width: pixels, height: pixels, fit: 'inside', withoutEnlargement: true })
      .webp(WEBP)
      .timeout({ seconds: MAX_SECONDS })
      .toBuffer();
    return { bytes: made };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

/** Time at which a photo was taken, as the camera wrote it: `2026:11:26 08:00:00`, in its own time zone. */
async function takenOf({ exif }: Metadata): Promise<string | undefined> {
  if (!exif) return undefined;
  // Sharp's buffer has a header of six bytes before what the parser reads.
  const options = { pick: ['DateTimeOriginal'], reviveValues: false };
  const found = (await exifr.parse(exif.subarray(6), options).catch(() => undefined)) as
    | { readonly DateTimeOriginal?: unknown }
    | undefined;
  const taken = String(found?.DateTimeOriginal);
  return /^\d{4}:\d\d:\d\d \d\d:\d\d:\d\d$/.test(taken) ? taken : undefined;
}

function decodedBytesOf({ format, width, height, depth }: Metadata): number {
  const plainPixelBytes = depth === 'ushort' ? 8 : 4;
  return width * height * (format === 'heif' ? HEIF_PIXEL_BYTES : plainPixelBytes);
}

try {
  // If memory runs out, the kernel ends this process and not the server.
  writeFileSync('/proc/self/oom_score_adj', '1000');
} catch {
  // Other systems have no such file.
}

process.on('message', (request: ResizeRequest) => {
  void resize(request).then((reply) => process.send?.(reply));
});
// Exits when the server has ended for any reason.
process.once('disconnect', () => process.exit());
