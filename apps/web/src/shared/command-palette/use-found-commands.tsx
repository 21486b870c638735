import type { Command } from '@satchel/ui/overlays/command-palette';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { File, FileText, FolderTree } from 'lucide-react';
import { client } from '#shared/api/client.ts';
import { mountListOptions } from '#shared/mounts/mount-queries.ts';
import { usePrincipal } from '#shared/session/use-session.ts';
import { useFound } from './use-found.ts';

const MAX_FOUND = 5;

export interface FoundCommands {
  texts: readonly Command[];
  files: readonly Command[];
  mounts: readonly Command[];
  isLoading: boolean;
}

/**
 * Shares of the user that match the words; for administrators also mounts.
 *
 * @param words '' for no search
 */
export function useFoundCommands(words: string): FoundCommands {
  const navigate = useNavigate();
  const isAdmin = usePrincipal().kind === 'admin';
  const texts = useFound('text', words, (search, options) =>
    client.textShares.list({ query: { page: 1, limit: MAX_FOUND, search } }, options),
  );
  const files = useFound('file_share', words, (search, options) =>
    client.fileShares.list({ query: { offset: 0, limit: MAX_FOUND, search } }, options),
  );
  const mounts = useQuery({ ...mountListOptions(), enabled: isAdmin });
  return {
    isLoading: texts.isLoading || files.isLoading,
    texts: (texts.found?.data ?? []).map(({ id, slug, remark, content_preview }) => ({
      key: `text-${id}`,
      label: remark || slug,
      hint: remark ? slug : content_preview,
      icon: <FileText aria-hidden="true" className="size-4" />,
      onSelect: () => void navigate({ to: '/paste/$slug', params: { slug } }),
    })),
    files: (files.found?.data.files ?? []).map(({ id, slug, filename, remark }) => ({
      key: `file-${id}`,
      label: filename,
      hint: remark || slug,
      icon: <File aria-hidden="true" className="size-4" />,
      onSelect: () => void navigate({ to: '/file/$slug', params: { slug } }),
    })),
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
