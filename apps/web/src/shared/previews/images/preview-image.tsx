import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useEffect } from 'react';
import { decodeBytes } from '#shared/text/decode-bytes.ts';
import { readBody } from '#shared/text/read-body.ts';

/** Larger drawings are not shown, because the page would freeze. */
const DRAWING_MAX_BYTES = 5 * 1024 * 1024;

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
  const drawing = useQuery({
    queryKey: ['drawing', url],
    queryFn: ({ signal }) => fetchDrawing(url, signal),
    enabled: isDrawing,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const isUnreadable = isDrawing && drawing.isError;
  useEffect(() => {
    if (isUnreadable) onFail();
  }, [isUnreadable, onFail]);
  const source = isDrawing ? drawing.data && dataUrlOf(drawing.data) : url;
  return source && <img src={source} alt={name} onError={onFail} {...rest} />;
}

/** Reads the text of a drawing, up to the limit. Sends no credential, because the address has all it needs. */
async function fetchDrawing(url: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(url, { signal, credentials: 'omit' });
  if (!response.ok) throw new Error(`Preview answered ${response.status}`);
  const body = await readBody(response, { maxBytes: DRAWING_MAX_BYTES });
  return decodeBytes(new Uint8Array(await body.arrayBuffer())).text;
}

function dataUrlOf(drawing: string): string {
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawing)}`;
}
