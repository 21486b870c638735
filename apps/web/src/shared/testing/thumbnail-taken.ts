/** The parts of a thumbnail (WebP) that tell when the photo was taken, such as `2024:05:06 07:08:09`. */
export function thumbnailTaken(time: string): Uint8Array {
  const chunk = (name: string, content: string) => {
    const size = String.fromCharCode(content.length, 0, 0, 0);
    return name + size + content + (content.length % 2 ? '\0' : '');
  };
  const text = `RIFF\0\0\0\0WEBP${chunk('VP8 ', 'odd')}${chunk('EXIF', `II*\0${time}\0`)}`;
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
