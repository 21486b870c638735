import type { ReactNode } from 'react';

/** A row of a list of shares, of either kind. */
export interface ManagedShare {
  id: string;
  slug: string;
  url: string;
  /** The page that shows it. */
  path: string;
  title: string;
  detail: string;
  note: string | null;
  icon: ReactNode;
  hasPassword: boolean;
  expiresAt: string | null;
  views: number;
  maxViews: number | null;
  /** Size as people read it. */
  size: string;
  createdAt: string;
  updatedAt: string;
  keyName: string | null;
  /** Whether the file was there before the share, and stays without it. */
  isInPlace: boolean;
}
