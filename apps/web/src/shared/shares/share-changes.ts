import { localDateTimeOf, timestampOf } from './options/expiry.ts';
import {
  type EditableShare,
  plainFieldsOf,
  type ShareFields,
  typedFieldsOf,
} from './options/share-options.ts';

/** Values of the form that edits a share, as typed. */
export interface ShareForm extends ShareFields {
  /** Note that only the owner sees. */
  note: string;
  /** Whether to reset the view count to 0. */
  resetsViews: boolean;
  removesPassword: boolean;
  /** Value of a `datetime-local` input. */
  expiresAt: string;
}

/** Changes to send; absent fields keep their values (CONTRACT F3, F4). */
export type ShareChanges = ReturnType<typeof shareChangesOf>;

export function shareFormOf(share: EditableShare): ShareForm {
  return {
    ...typedFieldsOf(share),
    note: share.note ?? '',
    resetsViews: false,
    removesPassword: false,
    expiresAt: localDateTimeOf(share.expires_at),
  };
}

export function shareChangesOf(form: ShareForm, share: EditableShare) {
  // The input has no seconds. An untouched input sends the stored time, so that its seconds stay.
  const isExpiryTouched = form.expiresAt !== localDateTimeOf(share.expires_at);
  return {
    ...plainFieldsOf(form),
    note: form.note || null,
    resetsViews: form.resetsViews,
    slug: form.slug === share.slug ? undefined : form.slug,
    password: form.password && !form.removesPassword ? form.password : undefined,
    removesPassword: form.removesPassword,
    expiresAt: isExpiryTouched ? timestampOf(form.expiresAt) : share.expires_at,
  };
}

/** Fields of a change that file shares and bundles have under the same names; `''` removes a password. */
export function changeBodyOf(changes: ShareChanges) {
  return {
    note: changes.note,
    reset_views: changes.resetsViews,
    expires_at: changes.expiresAt,
    max_views: changes.maxViews,
    ...(changes.slug === undefined ? {} : { slug: changes.slug }),
    ...(changes.password === undefined ? {} : { password: changes.password }),
    ...(changes.removesPassword ? { password: '' } : {}),
  };
}
