import { formatBytes } from '@satchel/api-client/format-bytes';
import type { Language } from '@satchel/api-client/messages';
import { isMostlyPictures } from '@satchel/api-client/picture-folder';
import { type ServerSentence, serverMessage } from '@satchel/api-client/server-messages';
import type { ListedItem } from '#features/bundles/bundle-file.ts';
import type { BundleService } from '#features/bundles/service.ts';
import { contentTypeOf } from '#files/file-type.ts';
import type { PlainPage } from '#http/content/link-cards.ts';
import { isGuarded } from '#share-rules/limits.ts';

/** Items that the list has; the archive has all of them. */
const MAX_ITEMS = 200;
const TIMEOUT_MS = 5_000;
/** Small, because the app is being loaded meanwhile. It loads sharper ones for screens that show more. */
const THUMBNAIL_PIXELS = 256;
/** About as many as a phone shows. More would delay the app, because browsers also load images far below. */
const MAX_THUMBNAILS = 12;

type Say = (sentence: ServerSentence, details?: Readonly<Record<string, unknown>>) => string;

type Bundle = Awaited<ReturnType<BundleService['visits']['peek']>>;

export interface PlainBundles {
  readonly visits: Pick<BundleService['visits'], 'thumbnailGrant'>;
  readonly content: Pick<BundleService['content'], 'list'>;
  readonly countsOf: BundleService['countsOf'];
}

/**
 * Lists the top folder of a bundle until the app is there, and for browsers without JavaScript. Each link costs
 * a visit, and the list and its thumbnails none, because programs that preview links read them, too. Undefined
 * for a bundle with a password or a limit.
 */
export async function plainBundle(
  { visits, content, countsOf }: PlainBundles,
  bundle: Bundle,
  language: Language,
): Promise<PlainPage | undefined> {
  if (isGuarded(bundle)) return undefined;
  const say: Say = (sentence, details) => serverMessage(sentence, language, details);
  const [{ items }, { summary, button }] = await Promise.all([
    content.list(bundle, { limit: MAX_ITEMS }, AbortSignal.timeout(TIMEOUT_MS)),
    describeFiles(countsOf, bundle, language, say),
  ]);
  const slug = encodeURIComponent(bundle.slug);
  const archive = `/api/bundle-archive/${slug}`;
  const isShown = createIsShown(items);
  const stored = items.filter(({ state }) => state === 'stored');
  const addressOf = (path: string) => `/api/bundle-file/${slug}/${encodePath(path)}`;
  const links = stored
    .filter((item) => !isShown(item))
    .map(({ path, isDirectory, size }) =>
      isDirectory
        ? {
            href: `${archive}?${new URLSearchParams({ path })}`,
            text: `${path}/ (zip)`,
            note: say('cards.inFolder'),
          }
        : {
            href: `${addressOf(path)}?download=1`,
            text: path,
            note: formatBytes(size ?? 0),
          },
    );
  const shown = `?thumbnail=${THUMBNAIL_PIXELS}&grant=${visits.thumbnailGrant(bundle)}`;
  const pictures = stored.filter(isShown).map(({ path }, index) => ({
    href: `${addressOf(path)}?download=1`,
    path,
    src: index < MAX_THUMBNAILS ? addressOf(path) + shown : undefined,
  }));
  const { title, sender, message, expiresAt } = bundle;
  return {
    heading: title || say('cards.bundle'),
    lines: [...(sender ? [say('cards.from', { sender })] : []), summary],
    message: message || undefined,
    until: expiresAt ? say('cards.until', { when: formatEnd(expiresAt, language) }) : undefined,
    ...(stored.length > 0 && { action: { href: archive, text: button } }),
    links,
    pictures,
  };
}

/** Tells which items are shown as pictures: none, unless most of the files are. */
function createIsShown(items: readonly ListedItem[]): (item: ListedItem) => boolean {
  const files = items.filter(({ isDirectory }) => !isDirectory);
  const pictures = new Set(files.filter(({ path }) => contentTypeOf(path).startsWith('image/')));
  const isGallery = isMostlyPictures(pictures.size, files.length);
  return (item) => isGallery && pictures.has(item);
}

/** Number and size of the files, and the button that gets them. A shared folder is not counted. */
async function describeFiles(
  countsOf: PlainBundles['countsOf'],
  { id, folderPath }: Bundle,
  language: Language,
  say: Say,
): Promise<{ readonly summary: string; readonly button: string }> {
  if (folderPath !== null) {
    return { summary: say('cards.folder'), button: say('cards.downloadAll') };
  }
  const { count, bytes, comingCount, comingBytes } = (await countsOf([id]))(id);
  const files = count + comingCount;
  const number = new Intl.NumberFormat(language).format(files);
  const size = formatBytes(Number(bytes + comingBytes));
  return {
    summary: say(files === 1 ? 'cards.oneFile' : 'cards.files', { count: number, size }),
    button: say(count === 1 ? 'cards.download' : 'cards.downloadFiles', { count }),
  };
}

/** UTC, because the server does not know where the visitor is. The app tells it in the visitor's time. */
function formatEnd(end: Date, language: Language): string {
  const format = { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' } as const;
  return `${end.toLocaleString(language, format)} UTC`;
}

const encodePath = (path: string) => path.split('/').map(encodeURIComponent).join('/');
