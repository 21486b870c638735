import { z } from 'zod';

export const commaList = z.string().transform((value) =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean),
);

export const isOrigin = (value: string) => URL.canParse(value) && new URL(value).origin === value;

export const isWebUrl = (value: string) =>
  URL.canParse(value) && ['http:', 'https:'].includes(new URL(value).protocol);

export const withoutSlash = (value: string) => value.replace(/\/$/, '');

export const webOrigin = z
  .string()
  .transform(withoutSlash)
  .refine((value) => isWebUrl(value) && isOrigin(value));

export const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,7}$/)
    .transform(Number)
    .refine((value) => value >= least && value <= most);
