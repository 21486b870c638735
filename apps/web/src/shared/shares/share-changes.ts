import { localDateTimeOf, timestampOf } from './expiry.ts';
import {
  type EditableShare,
  plainFieldsOf,
  type ShareFields,
  typedFieldsOf,
} from './share-options.ts';

/** The fields of the form that changes a share, as typed. */
export interface ShareForm extends ShareFields {
  /** For the owner alone. */
  note: string;
  /** Whether the views are counted from 0 again. */
  resetsViews: boolean;
  removesPassword: boolean;
  /** Value of a `datetime-local` field. */
  expiresAt: string;
}

/** The changes to send; absent fields keep their values (CONTRACT F3, F4). */
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
  // The input has no seconds. If it was not touched, the stored time is sent, so that it keeps its own.
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
