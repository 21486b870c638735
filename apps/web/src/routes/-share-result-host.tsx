import { useSelector } from '@tanstack/react-store';
import { loadTexts } from '#shared/i18n/i18n.ts';
import { lazyPart } from '#shared/loading/lazy-part.tsx';
import { type NewLink, shareResult } from '#shared/shares/result/share-result.ts';
import { tasks } from '#shared/tasks/tasks.ts';

const loadSheet = async () => {
  const [, { ShareResultSheet }] = await Promise.all([
    loadTexts('shares', 'share-result', 'share-views', 'tasks'),
    import('#shared/shares/result/share-result-sheet.tsx'),
  ]);
  return ShareResultSheet;
};
const ShareResultSheet = lazyPart(loadSheet);

/** Forms that change a new link, by its kind. */
const OPTIONS = {
  text: lazyPart(async () => {
    const [, { TextLinkOptions }] = await Promise.all([
      loadTexts('text-shares', 'share-lists'),
      import('#features/text-shares/components/text-link-options.tsx'),
    ]);
    return TextLinkOptions;
  }),
  file: lazyPart(async () => {
    const [, { FileLinkOptions }] = await Promise.all([
      loadTexts('file-shares', 'share-lists'),
      import('#features/file-shares/components/edit-file-share-sheet.tsx'),
    ]);
    return FileLinkOptions;
  }),
  bundle: lazyPart(async () => {
    const [, { BundleLinkOptions }] = await Promise.all([
      loadTexts('bundles', 'file-shares', 'share-lists'),
      import('#features/bundles/manage/edit-bundle-sheet.tsx'),
    ]);
    return BundleLinkOptions;
  }),
};

/** Shows the link of the latest share, on every page. */
export function ShareResultHost() {
  const shown = useSelector(shareResult);
  if (!shown) return null;
  return (
    <ShareResultSheet
      key={shown.taskId ?? shown.link?.id}
      shown={shown}
      options={OPTIONS}
      onChange={changeLink}
      onClose={closeResult}
    />
  );
}

function changeLink(link: NewLink): void {
  const { taskId } = shareResult.get() ?? {};
  if (taskId !== undefined) tasks.update(taskId, { share: link });
  else shareResult.set((shown) => shown && { ...shown, link });
}

const closeResult = () => shareResult.set(null);
