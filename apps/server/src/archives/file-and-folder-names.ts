interface OpenFile {
  readonly key: string;
  /** Highest n seen in names such as `key (n)`. */
  highest: number;
}

/**
 * Gives each file and directory a unique name in the archive. In a storage's key order, everything
 * between `a` and `a/` begins with `a`. So only the files whose names the current key begins with are
 * remembered.
 *
 * @param ways keys below which an entry may follow after all others
 */
export function createFileAndFolderNames(ways: readonly string[]) {
  const open: OpenFile[] = [];
  const onWays: OpenFile[] = [];

  const rename = (key: string, files: readonly OpenFile[]) => {
    let name = '';
    let from = 0;
    for (const { key: file, highest } of files) {
      if (!key.startsWith(`${file}/`)) continue;
      name += `${key.slice(from, file.length)} (${highest + 1})`;
      from = file.length;
    }
    return name + key.slice(from);
  };

  return {
    /**
     * Must be called for all keys in the order of the storage; a key that ends with a slash is a
     * directory.
     */
    nameOf(key: string): string {
      for (let last = open.at(-1); last && !key.startsWith(last.key); last = open.at(-1)) {
        open.pop();
      }
      for (const file of open) file.highest = Math.max(file.highest, numberIn(key, file.key));
      const name = rename(key, open);
      if (!key.endsWith('/')) {
        const file = { key, highest: 1 };
        open.push(file);
        if (ways.some((way) => way.startsWith(`${key}/`))) onWays.push(file);
      }
      return name;
    },
    /** Names an entry that comes after all keys, below one of the announced `ways`. */
    nameOfLater: (key: string) => rename(key, onWays),
  };
}

/** Returns 3 for `a (3)` and `a (3)/b` after `a`; 1 if the name has no number. */
function numberIn(key: string, file: string): number {
  const number = /^ \((\d{1,15})\)(?:\/|$)/.exec(key.slice(file.length))?.[1];
  return number === undefined ? 1 : Number(number);
}
