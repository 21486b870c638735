import { can } from '@satchel/api-client/permissions';
import type { Command } from '@satchel/ui/overlays/command-palette';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { File, FileText, FolderTree } from 'lucide-react';
import { client } from '#shared/api/client.ts';
import { mountListOptions } from '#shared/mounts/mount-queries.ts';
import { usePrincipal } from '#shared/session/use-session.ts';

const MAX_FOUND = 5;

export interface FoundCommands {
  texts: readonly Command[];
  files: readonly Command[];
  mounts: readonly Command[];
  isLoading: boolean;
}

/**
 * The user's shares that match the words, and the mounts of an administrator.
 *
 * @param words empty where nothing is searched for
 */
export function useFoundCommands(words: string): FoundCommands {
  const navigate = useNavigate();
  const principal = usePrincipal();
  const isSearch = words !== '';
  const texts = useQuery({
    queryKey: ['private', 'palette', 'texts', words],
    queryFn: ({ signal }) =>
      client.textShares.list({ query: { page: 1, limit: MAX_FOUND, search: words } }, { signal }),
    enabled: isSearch && can(principal, 'text'),
    placeholderData: keepPreviousData,
  });
  const files = useQuery({
    queryKey: ['private', 'palette', 'files', words],
    queryFn: ({ signal }) =>
      client.fileShares.list({ query: { limit: MAX_FOUND, offset: 0, search: words } }, { signal }),
    enabled: isSearch && can(principal, 'file_share'),
    placeholderData: keepPreviousData,
  });
  const mounts = useQuery({ ...mountListOptions(), enabled: principal.kind === 'admin' });
  return {
    isLoading: isSearch && (texts.isFetching || files.isFetching),
    texts: (isSearch ? (texts.data?.data ?? []) : []).map(
      ({ id, slug, remark, content_preview }) => ({
        key: `text-${id}`,
        label: remark || slug,
        hint: remark ? slug : content_preview,
        icon: <FileText aria-hidden="true" className="size-4" />,
        onSelect: () => void navigate({ to: '/paste/$slug', params: { slug } }),
      }),
    ),
    files: (isSearch ? (files.data?.data.files ?? []) : []).map(
      ({ id, slug, filename, remark }) => ({
        key: `file-${id}`,
        label: filename,
        hint: remark || slug,
        icon: <File aria-hidden="true" className="size-4" />,
        onSelect: () => void navigate({ to: '/file/$slug', params: { slug } }),
      }),
    ),
    mounts: (mounts.data ?? []).map(({ id, name, mount_path }) => ({
      key: `mount-${id}`,
      label: name,
      hint: mount_path,
      keywords: mount_path,
      icon: <FolderTree aria-hidden="true" className="size-4" />,
      onSelect: () => void navigate({ to: '/admin/mount-management', search: { edit: id } }),
    })),
  };
}
