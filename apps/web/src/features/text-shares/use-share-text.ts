import { ApiError } from '@satchel/api-client/api-error';
import { useState } from 'react';
import { loadErrorSentence } from '#shared/errors/load-error-sentence.ts';
import type { ShareOptions } from '#shared/shares/share-options.ts';

export interface ShareTextState {
  isBusy: boolean;
  sharedSlug: string | null;
  slugError: string | undefined;
  error: string | undefined;
  share: (content: string, options: ShareOptions) => Promise<boolean>;
  forgetResult: () => void;
}

const NOTHING = { isBusy: false, sharedSlug: null, slugError: undefined, error: undefined };

/**
 * Without TanStack Query, and with the call's code loaded only when it is made, because the first page
 * may load only 150 kB of JavaScript.
 */
export function useShareText(): ShareTextState {
  const [state, setState] =
    useState<Pick<ShareTextState, 'isBusy' | 'sharedSlug' | 'slugError' | 'error'>>(NOTHING);
  return {
    ...state,
    forgetResult: () => setState((current) => ({ ...current, sharedSlug: null })),
    async share(content, options) {
      setState({ ...NOTHING, isBusy: true });
      try {
        const { shareText } = await import('./share-text.ts');
        const { slug } = await shareText(content, options);
        setState({ ...NOTHING, sharedSlug: slug });
        return true;
      } catch (error) {
        const sentence = await loadErrorSentence(error);
        const isAboutSlug = error instanceof ApiError && error.code.startsWith('shares.slug_');
        setState({ ...NOTHING, ...(isAboutSlug ? { slugError: sentence } : { error: sentence }) });
        return false;
      }
    },
  };
}
