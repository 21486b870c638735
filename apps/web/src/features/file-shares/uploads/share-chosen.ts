import type { QueryClient } from '@tanstack/react-query';
import type { ShareOptions } from '#shared/shares/options/share-options.ts';
import { showResult } from '#shared/shares/result/share-result.ts';
import type { Chosen, WaitingFile } from '#shared/uploads/choosing/chosen-files.ts';
import { uploadLimitsOptions } from '../queries.ts';
import { canShareOneLink, startBundle } from './bundles/start-bundle.ts';
import { requestsOf, uploadOptions } from './upload-requests.ts';
import { startUploads } from './uploads.ts';

/**
 * Starts the upload of files that are small enough: several behind one link, and a single one behind its own.
 *
 * @param options options of the link; others are those of the upload page
 * @returns the files whose upload has started
 * @throws {ApiError} if the server refuses the link of several files
 */
export async function shareChosen(
  queryClient: QueryClient,
  { files, drops }: Chosen,
  options: ShareOptions,
): Promise<readonly WaitingFile[]> {
  const { maxBytes } = await queryClient.ensureQueryData(uploadLimitsOptions());
  const fitting = files.filter(({ file }) => file.size <= maxBytes);
  const all = { ...uploadOptions.get(), ...options, message: '' };
  if (canShareOneLink({ files: fitting, drops })) {
    return startBundle({ files: fitting, drops, maxBytes }, all);
  }
  const dropped = (await Promise.all(drops.map(({ read }) => read))).flat();
  const sent = [...fitting, ...dropped.filter(({ file }) => file.size <= maxBytes)];
  const [task, ...others] = startUploads(requestsOf(sent, all));
  // Shows the progress, because the page of the user may have no list of uploads.
  if (task && others.length === 0) showResult({ taskId: task.id });
  return sent;
}
