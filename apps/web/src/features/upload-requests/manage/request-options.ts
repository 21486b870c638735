import type {
  NewUploadRequest,
  UploadRequestChanges,
} from '@satchel/api-client/contract/upload-request-shapes';
import { type ExpiryHours, localDateTimeOf, timestampOf } from '#shared/shares/options/expiry.ts';
import { problemsOfOptions } from '#shared/shares/options/share-options.ts';
import type { RequestRow } from '../queries.ts';

/** Options of an upload request, as typed. */
export interface RequestOptions {
  readonly title: string;
  readonly message: string;
  /** One thing per line. */
  readonly wanted: string;
  readonly asksName: boolean;
  readonly maxFiles: string;
  readonly maxFileMegabytes: string;
  readonly maxTotalMegabytes: string;
  /** Media types and extensions, separated by commas or spaces. */
  readonly types: string;
  readonly password: string;
  readonly removesPassword: boolean;
  readonly slug: string;
  /** Expiry of a new request. */
  readonly expiryHours: ExpiryHours;
  /** Expiry of an existing request: value of a `datetime-local` input. */
  readonly expiresAt: string;
  /** Folder of a mount for the files; '' for the storage of shares. */
  readonly path: string;
  readonly note: string;
  readonly notifyUrl: string;
}

export type RequestProblem =
  | 'title'
  | 'slug'
  | 'maxFiles'
  | 'maxFileMegabytes'
  | 'maxTotalMegabytes'
  | 'types'
  | 'wanted';

export const NEW_REQUEST: RequestOptions = {
  title: '',
  message: '',
  wanted: '',
  asksName: true,
  maxFiles: '',
  maxFileMegabytes: '',
  maxTotalMegabytes: '',
  types: '',
  password: '',
  removesPassword: false,
  slug: '',
  expiryHours: '0',
  expiresAt: '',
  path: '',
  note: '',
  notifyUrl: '',
};

const MEGABYTE = 1024 * 1024;
const MAX_FILES = 1_000_000;
const MAX_LIST_LENGTH = 100;
const MAX_WANTED_LENGTH = 200;
/** Rule of the server for a type: an extension or a media type. */
const TYPE = /^(\.[A-Za-z0-9.+-]{1,50}|[a-z]+\/(\*|[A-Za-z0-9.+-]{1,100}))$/;

export function optionsOf(row: RequestRow): RequestOptions {
  return {
    ...NEW_REQUEST,
    title: row.title,
    message: row.message ?? '',
    wanted: (row.wanted ?? []).join('\n'),
    asksName: row.ask_name,
    maxFiles: row.max_files === null ? '' : String(row.max_files),
    maxFileMegabytes: megabytesOf(row.max_file_bytes),
    maxTotalMegabytes: megabytesOf(row.max_total_bytes),
    types: (row.types ?? []).join(', '),
    slug: row.slug,
    expiresAt: localDateTimeOf(row.expires_at),
    path: row.path ?? '',
    note: row.note ?? '',
    notifyUrl: row.notify_url ?? '',
  };
}

export function problemsOf(options: RequestOptions): ReadonlySet<RequestProblem> {
  const types = typesOf(options.types);
  const wanted = wantedOf(options.wanted);
  const checks: readonly [RequestProblem, boolean][] = [
    ['title', options.title.trim() !== ''],
    ['slug', !problemsOfOptions({ slug: options.slug, maxViews: '' }).slug],
    ['maxFiles', /^\d*$/.test(options.maxFiles) && Number(options.maxFiles) <= MAX_FILES],
    ['maxFileMegabytes', isAmount(options.maxFileMegabytes)],
    ['maxTotalMegabytes', isAmount(options.maxTotalMegabytes)],
    ['types', types.length <= MAX_LIST_LENGTH && types.every((type) => TYPE.test(type))],
    [
      'wanted',
      wanted.length <= MAX_LIST_LENGTH && wanted.every(({ length }) => length <= MAX_WANTED_LENGTH),
    ],
  ];
  return new Set(checks.filter(([, isFine]) => !isFine).map(([problem]) => problem));
}

/** Body of the call that creates a request. */
export function newRequestOf(options: RequestOptions): NewUploadRequest {
  return {
    ...commonFieldsOf(options),
    slug: options.slug,
    password: options.password,
    expires_in: Number(options.expiryHours),
    path: options.path || null,
  };
}

/** Body of the call that changes a request; absent fields keep their values. */
export function changesOf(options: RequestOptions, row: RequestRow): UploadRequestChanges {
  // The input has no seconds. An untouched input sends the stored time, so that its seconds stay.
  const isExpiryTouched = options.expiresAt !== localDateTimeOf(row.expires_at);
  return {
    ...commonFieldsOf(options),
    note: options.note || null,
    expires_at: isExpiryTouched ? timestampOf(options.expiresAt) : row.expires_at,
    ...(options.slug === row.slug ? {} : { slug: options.slug }),
    ...(options.password && !options.removesPassword ? { password: options.password } : {}),
    ...(options.removesPassword ? { password: '' } : {}),
  };
}

function commonFieldsOf(options: RequestOptions) {
  return {
    title: options.title.trim(),
    message: options.message || null,
    wanted: nullIfEmpty(wantedOf(options.wanted)),
    ask_name: options.asksName,
    max_files: Number(options.maxFiles) || null,
    max_file_bytes: bytesOf(options.maxFileMegabytes),
    max_total_bytes: bytesOf(options.maxTotalMegabytes),
    types: nullIfEmpty(typesOf(options.types)),
    notify_url: options.notifyUrl.trim() || null,
  };
}

const nullIfEmpty = (list: string[]) => (list.length > 0 ? list : null);

function typesOf(typed: string): string[] {
  return typed.split(/[\s,，、]+/u).filter(Boolean);
}

function wantedOf(typed: string): string[] {
  return typed
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}

function isAmount(typed: string): boolean {
  return /^(\d{1,9}(\.\d{0,3})?)?$/.test(typed);
}

function bytesOf(megabytes: string): number | null {
  return Math.round(Number(megabytes) * MEGABYTE) || null;
}

function megabytesOf(bytes: number | null): string {
  return bytes === null ? '' : String(Math.round((bytes / MEGABYTE) * 1000) / 1000);
}
