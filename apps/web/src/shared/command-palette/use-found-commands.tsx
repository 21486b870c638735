import type { Command } from '@satchel/ui/overlays/command-palette';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { File, FileText, FolderTree, Inbox, Layers } from 'lucide-react';
import { client } from '#shared/api/client.ts';
import { mountListOptions } from '#shared/mounts/mount-queries.ts';
import { usePrincipal } from '#shared/session/use-session.ts';
import { useFound } from './use-found.ts';

const MAX_FOUND = 5;

export interface FoundCommands {
  texts: readonly Command[];
  files: readonly Command[];
  bundles: readonly Command[];
  requests: readonly Command[];
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
  const texts = useFound('texts', 'text', words, (search, options) =>
    client.textShares.list({ query: { page: 1, limit: MAX_FOUND, search } }, options),
  );
  const files = useFound('files', 'file_share', words, (search, options) =>
    client.fileShares.list({ query: { offset: 0, limit: MAX_FOUND, search } }, options),
  );
  const bundles = useFound('bundles', 'file_share', words, (search, options) =>
    client.bundles.list({ query: { offset: 0, limit: MAX_FOUND, search } }, options),
  );
  const requests = useFound('requests', 'file_share', words, (search, options) =>
    client.uploadRequests.list({ query: { offset: 0, limit: MAX_FOUND, search } }, options),
  );
  const mounts = useQuery({ ...mountListOptions(), enabled: isAdmin });
  return {
    isLoading: [texts, files, bundles, requests].some(({ isLoading }) => isLoading),
    texts: (texts.found?.data ?? []).map(({ id, slug, remark, content_preview }) => ({
      key: `text-${id}`,
      label: remark || slug,
      hint: remark ? slug : content_preview,
      icon: <FileText />,
      onSelect: () => void navigate({ to: '/paste/$slug', params: { slug } }),
    })),
    files: (files.found?.data.files ?? []).map(({ id, slug, filename, remark }) => ({
      key: `file-${id}`,
      label: filename,
      hint: remark || slug,
      icon: <File />,
      onSelect: () => void navigate({ to: '/file/$slug', params: { slug } }),
    })),
    // Leads to the list, because opening a bundle costs a visit.
    bundles: (bundles.found?.data.bundles ?? []).map(({ id, slug, title, sender }) => ({
      key: `bundle-${id}`,
      label: title || slug,
      hint: sender || slug,
      icon: <Layers />,
      onSelect: () => void navigate({ to: '/admin/bundle-management', search: { q: slug } }),
    })),
    requests: (requests.found?.data.requests ?? []).map(({ id, slug, title }) => ({
      key: `request-${id}`,
      label: title,
      hint: slug,
      icon: <Inbox />,
      onSelect: () => void navigate({ to: '/admin/upload-requests/$id', params: { id } }),
    })),
    mounts: (mounts.data ?? []).map(({ id, name, mount_path }) => ({
      key: `mount-${id}`,
      label: name,
      hint: mount_path,
      keywords: mount_path,
      icon: <FolderTree />,
      onSelect: () => void navigate({ to: '/admin/mount-management', search: { edit: id } }),
    })),
  };
}
