import { itemPathKey } from '@satchel/api-client/contract/item-path';
import { orderedId } from '#security/random.ts';
import { checkItemPath, foldersAbove, keysOf } from './item-path.ts';
import { addItem, type ItemOwner, ownedBy, type ShareItem, type Transaction } from './item-rows.ts';

/** File that is about to be uploaded. */
export interface ComingFile {
  readonly path: string;
  /** In bytes. */
  readonly size: number;
  /** Bytes that have been sent. Default 0. */
  readonly sent?: number | undefined;
}

/** Change of a link that announces files. */
interface Announcement {
  readonly owner: ItemOwner;
  readonly revision: number;
  readonly now: Date;
}

/**
 * Adds and updates the rows of coming files, with a fixed number of statements for new ones. Call it under
 * the lock of `changeLink`.
 *
 * @throws {AppError} `bundles.path_invalid`
 */
export async function announceFiles(
  transaction: Transaction,
  change: Announcement,
  files: readonly ComingFile[],
): Promise<void> {
  const wanted = files.map((file) => ({ ...file, path: checkItemPath(file.path) }));
  const keys = new Set(
    wanted.flatMap(({ path }) => [path, ...foldersAbove(path)].map(itemPathKey)),
  );
  const rows = await transaction.shareItem.findMany({
    where: { ...ownedBy(change.owner), pathKey: { in: [...keys] } },
  });
  const known = new Map(rows.map((row) => [row.pathKey, row]));
  const free = new FreePlaces(known);
  const added: ComingFile[] = [];
  const others: ComingFile[] = [];
  for (const file of wanted) {
    const there = known.get(itemPathKey(file.path));
    if (there) await updateComing(transaction, change, there, file);
    else (free.take(file.path) ? added : others).push(file);
  }
  const { owner, now } = change;
  const common = { ...ownedBy(owner), createdAt: now, updatedAt: now };
  await transaction.shareItem.createMany({
    data: free.newFolders().map((path) => ({
      id: orderedId(),
      ...common,
      ...keysOf(path),
      isFolder: true,
      state: 'stored',
    })),
  });
  await transaction.shareItem.createMany({
    data: added.map((file) => ({
      id: orderedId(),
      ...common,
      ...keysOf(file.path),
      ...comingFields(change, file),
    })),
  });
  // Rare: two spellings of a name in one call, or a folder whose name a file has.
  for (const file of others) {
    const where = { ...ownedBy(owner), pathKey: itemPathKey(file.path) };
    const there = await transaction.shareItem.findFirst({ where });
    if (there) await updateComing(transaction, change, there, file);
    else {
      const coming = { id: orderedId(), ...comingFields(change, file) };
      await addItem(transaction, owner, file.path, coming, now);
    }
  }
}

/** Places of new files that need no choice of a name. */
class FreePlaces {
  readonly #known: ReadonlyMap<string, ShareItem>;
  /** Spelling of the new folders, and of the new files, by key. */
  readonly #folders = new Map<string, string>();
  readonly #files = new Set<string>();

  constructor(known: ReadonlyMap<string, ShareItem>) {
    this.#known = known;
  }

  /** Takes a place. Returns false if its name, or that of a folder above it, must be chosen. */
  take(path: string): boolean {
    const key = itemPathKey(path);
    const folders = foldersAbove(path);
    const isFree = !this.#files.has(key) && !this.#folders.has(key);
    if (!isFree || !folders.every((folder) => this.#canHold(folder))) return false;
    this.#files.add(key);
    for (const folder of folders) this.#folders.set(itemPathKey(folder), folder);
    return true;
  }

  /** Folders to create. */
  newFolders(): string[] {
    return [...this.#folders].filter(([key]) => !this.#known.has(key)).map(([, path]) => path);
  }

  #canHold(folder: string): boolean {
    const key = itemPathKey(folder);
    const there = this.#known.get(key);
    if (there) return there.isFolder && there.path === folder;
    return !this.#files.has(key) && (this.#folders.get(key) ?? folder) === folder;
  }
}

function comingFields({ revision }: Announcement, { size, sent = 0 }: ComingFile) {
  return {
    size: BigInt(size),
    sent: BigInt(Math.min(sent, size)),
    revision,
    state: 'coming',
  };
}

async function updateComing(
  transaction: Transaction,
  change: Announcement,
  there: ShareItem,
  file: ComingFile,
): Promise<void> {
  const { size, sent, revision } = comingFields(change, file);
  if (there.state !== 'coming' || (there.size === size && there.sent === sent)) return;
  const data = { size, sent, revision, updatedAt: change.now };
  await transaction.shareItem.update({ where: { id: there.id }, data, select: { id: true } });
}
