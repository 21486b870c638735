import { useMemo } from 'react';
import { encode } from 'uqr';

export interface QrCodeProps {
  text: string;
  /** Accessible name that tells what the code opens. */
  label: string;
  className?: string;
}

/** QR code, dark on white in both themes, because many readers do not recognise inverted codes. */
export function QrCode({ text, label, className }: QrCodeProps) {
  const { size, path } = useMemo(() => {
    const code = encode(text, { ecc: 'M', border: 2 });
    const squares = code.data.flatMap((row, y) =>
      row.map((isDark, x) => (isDark ? `M${x},${y}h1v1h-1z` : '')),
    );
    return { size: code.size, path: squares.join('') };
  }, [text]);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={className}
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#111" />
    </svg>
  );
}
