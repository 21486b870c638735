import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PreviewFailure } from './preview-failure.tsx';
import { PreviewImage } from './preview-image.tsx';

export interface MediaPreviewProps {
  kind: 'image' | 'video' | 'audio';
  url: string;
  name: string;
}

export function MediaPreview({ kind, url, name }: MediaPreviewProps) {
  const { t } = useTranslation('previews');
  const [hasFailed, setHasFailed] = useState(false);
  if (hasFailed) return <PreviewFailure reason={kind === 'image' ? 'failed' : 'unsupported'} />;
  const fail = () => setHasFailed(true);
  if (kind === 'image') {
    return (
      <div className="flex justify-center bg-sunken p-4">
        <PreviewImage
          url={url}
          name={name}
          onFail={fail}
          className="max-h-[75dvh] max-w-full object-contain"
        />
      </div>
    );
  }
  const label = t(kind, { name });
  return kind === 'video' ? (
    // biome-ignore lint/a11y/useMediaCaption: visitors' files come without captions
    <video
      src={url}
      controls
      playsInline
      preload="metadata"
      aria-label={label}
      onError={fail}
      className="max-h-[75dvh] w-full bg-black"
    />
  ) : (
    <div className="p-6">
      {/* biome-ignore lint/a11y/useMediaCaption: visitors' files come without captions */}
      <audio
        src={url}
        controls
        preload="metadata"
        aria-label={label}
        onError={fail}
        className="w-full"
      />
    </div>
  );
}
