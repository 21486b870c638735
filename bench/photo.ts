import sharp from 'sharp';

const WIDTH = 4000;
const HEIGHT = 3000;

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
    .jpeg({ quality: 60 })
    .toBuffer() as Promise<Buffer<ArrayBuffer>>;
}
