import { sentenceOf } from '#shared/errors/sentence-of.ts';
import { isAboutSlug } from './is-about-slug.ts';

/** Reason why the server refused the options of a share. */
export interface Refusal {
  /** About the slug, shown at its field: taken, reserved or malformed. */
  readonly slug: string | undefined;
  /** About anything else, shown next to the button. */
  readonly other: string | undefined;
}

export function refusalOf(error: Error | null): Refusal {
  if (!error) return { slug: undefined, other: undefined };
  const sentence = sentenceOf(error);
  return isAboutSlug(error)
    ? { slug: sentence, other: undefined }
    : { slug: undefined, other: sentence };
}
