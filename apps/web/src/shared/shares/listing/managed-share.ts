import type { ReactNode } from 'react';
import type { ExplorerPlace } from '#shared/mounts/explorer-place.ts';

/** A row of a list of links: texts, files, bundles or upload requests. */
export interface ManagedShare {
  id: string;
  slug: string;
  url: string;
  /** Path of the share's page. */
  path: string;
  title: string;
  detail: string;
  note: string | null;
  icon: ReactNode;
  hasPassword: boolean;
  expiresAt: string | null;
  views: number;
  maxViews: number | null;
  /** Formatted size. */
  size: string;
  createdAt: string;
  updatedAt: string;
  keyName: string | null;
  /** Whether the share refers to an existing file of a mount, which stays when the share is deleted. */
  isInPlace: boolean;
  /** File or folder of a mount that the share is about, if the person may see it. */
  place?: ExplorerPlace | null;
  /** Badge instead of “Active” while the share can be opened. */
  badge?: ReactNode;
}

/** A row of a list of links as the server sends it. */
interface LinkRow extends Pick<ManagedShare, 'id' | 'slug' | 'note'> {
  expires_at: string | null;
  created_at: string;
  updated_at: string;
  key_name: string | null;
}

/** Fields that the rows of all kinds of links have under the same names. */
export const linkFieldsOf = (row: LinkRow) => ({
  id: row.id,
  slug: row.slug,
  note: row.note,
  expiresAt: row.expires_at,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  keyName: row.key_name,
});
