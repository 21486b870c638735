import { writeFileSync } from 'node:fs';
import sharp, { type Metadata } from 'sharp';

/** Why the image of a message was not made smaller. */
export type ResizeReply = { readonly bytes: Uint8Array } | { readonly problem: string };

export interface ResizeRequest {
  readonly bytes: Uint8Array;
  /** Size of the longer side. */
  readonly pixels: number;
}

const MAX_INPUT_PIXELS = 50_000_000;
/** Memory that an image may need while it is decoded. */
const MAX_DECODED_BYTES = 256 * 1024 * 1024;
/** AVIF: measured, planes and copies of the decoder included. */
const HEIF_PIXEL_BYTES = 20;
const MAX_SECONDS = 10;
/** `effort` of 4, the default, takes a third longer and saves 4 % of the bytes. */
const WEBP = { quality: 76, effort: 1 };

// Whatever a file is called, nothing but these formats is even looked at (SECURITY: hostile images).
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
    if (decodedBytesOf(await image.metadata()) > MAX_DECODED_BYTES)
      return { problem: 'too large when it is decoded' };
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
// The server is gone, however it went.
process.once('disconnect', () => process.exit());
