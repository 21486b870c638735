import { localDateTimeOf, timestampOf } from './expiry.ts';
import { maxViewsOf } from './share-options.ts';

/** The fields of the form that changes a share, as typed. */
export interface ShareForm {
  slug: string;
  remark: string;
  password: string;
  removesPassword: boolean;
  /** As a `datetime-local` field has it. */
  expiresAt: string;
  maxViews: string;
}

/** What is sent: absent stays as it is (CONTRACT F3, F4). */
export interface ShareChanges {
  slug: string | undefined;
  remark: string | null;
  password: string | undefined;
  removesPassword: boolean;
  expiresAt: string | null;
  maxViews: number | null;
}

export interface EditableShare {
  slug: string;
  remark: string | null;
  expires_at: string | null;
  max_views: number | null;
  has_password: boolean;
}

export function shareFormOf(share: EditableShare): ShareForm {
  return {
    slug: share.slug,
    remark: share.remark ?? '',
    password: '',
    removesPassword: false,
    expiresAt: localDateTimeOf(share.expires_at),
    maxViews: share.max_views ? String(share.max_views) : '',
  };
}

export function shareChangesOf(form: ShareForm, share: EditableShare): ShareChanges {
  // The field knows minutes; a time that nobody touched keeps its seconds.
  const isExpiryTouched = form.expiresAt !== localDateTimeOf(share.expires_at);
  return {
    slug: form.slug === share.slug ? undefined : form.slug,
    remark: form.remark || null,
    password: form.password && !form.removesPassword ? form.password : undefined,
    removesPassword: form.removesPassword,
    expiresAt: isExpiryTouched ? timestampOf(form.expiresAt) : share.expires_at,
    maxViews: maxViewsOf(form.maxViews),
  };
}
