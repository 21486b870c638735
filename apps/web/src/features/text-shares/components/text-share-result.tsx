import { rawTextUrl, textShareUrl } from '#shared/shares/share-address.ts';
import { ShareResult } from '#shared/shares/share-result.tsx';
import type { CreatedTextShare } from '../queries.ts';

export interface TextShareResultProps {
  share: CreatedTextShare;
  onHide: () => void;
}

export function TextShareResult({ share, onHide }: TextShareResultProps) {
  const { slug, hasPassword, maxViews, expiresAt } = share;
  return (
    <ShareResult
      url={textShareUrl(slug)}
      rawUrl={rawTextUrl(slug)}
      facts={{ hasPassword, maxViews, expiresAt }}
      onHide={onHide}
    />
  );
}
