import { rawTextShare } from '@satchel/api-client/contract/text-shares';
import { api } from '#shared/api/api.ts';
import { absoluteUrl, textShareUrl } from '#shared/shares/share-address.ts';
import { ShareResult } from '#shared/shares/share-result.tsx';

export interface TextShareResultProps {
  slug: string;
  onHide: () => void;
}

export function TextShareResult({ slug, onHide }: TextShareResultProps) {
  return (
    <ShareResult
      url={textShareUrl(slug)}
      rawUrl={absoluteUrl(api.url(rawTextShare, { params: { slug } }))}
      onHide={onHide}
    />
  );
}
