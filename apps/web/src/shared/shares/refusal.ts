import { sentenceOf } from '#shared/errors/sentence-of.ts';
import { isAboutSlug } from './is-about-slug.ts';

/** Problem of the share's options that the server has reported. */
export interface Refusal {
  /** About the link, shown at its field: taken, reserved or malformed. */
  readonly slug: string | undefined;
  /** About anything else, shown beside the button. */
  readonly other: string | undefined;
}

export function refusalOf(error: Error | null): Refusal {
  if (!error) return { slug: undefined, other: undefined };
  const sentence = sentenceOf(error);
  return isAboutSlug(error)
    ? { slug: sentence, other: undefined }
    : { slug: undefined, other: sentence };
}
