import { useEffect, useState } from 'react';
import { FileIcon } from '#shared/file-types/file-icon.tsx';

/** Larger pictures take too long to scale down. */
const MAX_PICTURE_BYTES = 20 * 1024 * 1024;
const PICTURE = /^image\/(png|jpeg|gif|webp|avif|bmp|svg\+xml|x-icon|vnd\.microsoft\.icon)$/;

/** Thumbnail of an image file, otherwise its icon. Releases the object URL on unmount. */
export function FileThumbnail({ file }: { file: File }) {
  const [url, setUrl] = useState<string | null>(null);

  useEffect(() => {
    if (!PICTURE.test(file.type) || file.size > MAX_PICTURE_BYTES) return;
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => {
      setUrl(null);
      URL.revokeObjectURL(made);
    };
  }, [file]);

  return (
    <span className="flex size-9 shrink-0 items-center justify-center overflow-hidden rounded-sm bg-sunken">
      {url ? (
        <img
          src={url}
          alt=""
          decoding="async"
          className="size-full object-cover"
          onError={() => setUrl(null)}
        />
      ) : (
        <FileIcon name={file.name} mediaType={file.type} />
      )}
    </span>
  );
}
