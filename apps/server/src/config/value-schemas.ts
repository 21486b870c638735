import { z } from 'zod';

export const commaList = z.string().transform((value) =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean),
);

const isWebUrl = (value: string) =>
  URL.canParse(value) && ['http:', 'https:'].includes(new URL(value).protocol);

const withoutSlash = (value: string) => value.replace(/\/$/, '');

/** Takes an address as people write it, and returns its origin as browsers send it. */
export const webOrigin = z
  .string()
  .refine((value) => isWebUrl(value) && isOriginOnly(new URL(value)))
  .transform((value) => new URL(value).origin);

/** True for an address without path, query and user; `https://host` has the path `/`. */
function isOriginOnly({ href, origin }: URL): boolean {
  return href === `${origin}/`;
}

export const webUrl = z.string().transform(withoutSlash).refine(isWebUrl);

export const webOrigins = commaList.pipe(z.array(webOrigin));

/** Variable with a whole number, which is `standard` while it is unset. */
export const wholeNumber = (least: number, most: number, standard: number) => ({
  schema: z
    .string()
    .regex(/^\d{1,7}$/)
    .transform(Number)
    .refine((value) => value >= least && value <= most),
  problem: `must be a whole number from ${least} to ${most}`,
  standard,
  fallback: `\`${standard}\``,
});
