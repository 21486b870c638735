import type { QueryClient } from '@tanstack/react-query';
import type { ShareOptions } from '#shared/shares/share-options.ts';
import type { WaitingFile } from '#shared/uploads/chosen-files.ts';
import { uploadLimitsOptions } from '../queries.ts';
import { canShareOneLink, startBundle } from './bundles/start-bundle.ts';
import { requestsOf, uploadOptions } from './upload-requests.ts';
import { startUploads } from './uploads.ts';

/**
 * Starts the upload of files that are small enough: several behind one link, and a single one behind its own.
 *
 * @param options options of the link; others are those of the upload page
 * @throws {ApiError} if the server refuses the link of several files
 */
export async function shareChosen(
  queryClient: QueryClient,
  chosen: readonly WaitingFile[],
  options: ShareOptions,
): Promise<void> {
  const { maxBytes } = await queryClient.ensureQueryData(uploadLimitsOptions());
  const fitting = chosen.filter(({ file }) => file.size <= maxBytes);
  const all = { ...uploadOptions.get(), ...options, message: '' };
  if (canShareOneLink(fitting)) await startBundle(fitting, all);
  else startUploads(requestsOf(fitting, all));
}
