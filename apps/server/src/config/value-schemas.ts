import { z } from 'zod';

export const commaList = z.string().transform((value) =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean),
);

const isOrigin = (value: string) => URL.canParse(value) && new URL(value).origin === value;

const isWebUrl = (value: string) =>
  URL.canParse(value) && ['http:', 'https:'].includes(new URL(value).protocol);

const withoutSlash = (value: string) => value.replace(/\/$/, '');

export const webOrigin = z
  .string()
  .transform(withoutSlash)
  .refine((value) => isWebUrl(value) && isOrigin(value));

export const webUrl = z.string().transform(withoutSlash).refine(isWebUrl);

export const origins = commaList.refine((items) => items.every(isOrigin));

export const webOrigins = commaList.pipe(z.array(webOrigin));

export const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,7}$/)
    .transform(Number)
    .refine((value) => value >= least && value <= most);
