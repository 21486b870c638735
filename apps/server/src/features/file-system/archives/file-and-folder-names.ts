interface OpenFile {
  readonly key: string;
  /** The highest n of names such as `key (n)` that were seen. */
  highest: number;
}

/**
 * In the order of a storage all that lies between `a` and `a/` begins with `a`, so what has to be
 * remembered is never more than the files whose names the current key begins with.
 *
 * @param ways keys of which something may come after all others
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
    /** Has to be asked for all keys in the order of the storage; one that ends with a slash is a directory. */
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
    /** Names a later entry that comes after all keys, below one of the announced `ways`. */
    nameOfLater: (key: string) => rename(key, onWays),
  };
}

/** 3 for `a (3)` and `a (3)/b` after `a`; 1 where there is none. */
function numberIn(key: string, file: string): number {
  const number = /^ \((\d{1,15})\)(?:\/|$)/.exec(key.slice(file.length))?.[1];
  return number === undefined ? 1 : Number(number);
}
