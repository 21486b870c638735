import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useEffect } from 'react';
import { previewTextOptions } from './preview-text.ts';

export interface PreviewImageProps extends Omit<ComponentProps<'img'>, 'src' | 'alt' | 'onError'> {
  url: string;
  name: string;
  onFail: () => void;
}

/**
 * An image. The server sends SVG as plain text, because scripts could run in an SVG page. So this component
 * fetches the text and shows it as an image, in which no scripts run.
 */
export function PreviewImage({ url, name, onFail, ...rest }: PreviewImageProps) {
  const isDrawing = /\.svg$/i.test(name);
  const drawing = useQuery({ ...previewTextOptions(url), enabled: isDrawing });
  const isUnreadable = isDrawing && drawing.isError;
  useEffect(() => {
    if (isUnreadable) onFail();
  }, [isUnreadable, onFail]);
  const source = isDrawing ? drawing.data && dataUrlOf(drawing.data) : url;
  return source && <img src={source} alt={name} onError={onFail} {...rest} />;
}

function dataUrlOf(drawing: string): string {
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawing)}`;
}
