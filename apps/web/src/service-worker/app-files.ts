/** A file of this version of the app, as the build lists it. */
export interface AppFile {
  /** Path without a leading slash. */
  readonly url: string;
  /**
   * Set for files that the worker caches when it is installed. Other files are cached after their first use.
   */
  readonly revision: string | null;
}

/** Cache of files with a content hash in their names. All versions of the app share it. */
export const HASHED_FILES = 'satchel-files';
const SHELL_PREFIX = 'satchel-shell-';
const PAGE = '/index.html';
const HASHED = /^\/assets\/[^/]+-[\w-]{7,8}\.\w+$/;

export function isHashed({ pathname }: URL): boolean {
  return HASHED.test(pathname);
}

/**
 * False for a page in place of another file. The log-in of a proxy or of a public network sends it with status 200,
 * and stored under the name of a file it would break the app for good.
 */
export function isAppFile(path: string, { status, headers }: Response): boolean {
  const isPage = headers.get('content-type')?.startsWith('text/html') ?? false;
  return status === 200 && isPage === path.endsWith('.html');
}

const pathOfRequest = ({ url }: Request) => new URL(url).pathname;

/** Plugin of Workbox that lets a strategy store and use only files of the app. */
export const ONLY_APP_FILES = {
  cacheWillUpdate: async ({ request, response }: { request: Request; response: Response }) =>
    isAppFile(pathOfRequest(request), response) ? response : null,
  cachedResponseWillBeUsed: async (found: { request: Request; cachedResponse?: Response }) => {
    const { request, cachedResponse } = found;
    return cachedResponse && isAppFile(pathOfRequest(request), cachedResponse)
      ? cachedResponse
      : null;
  },
};

/** The files of one version of the app in the browser's caches. */
export interface AppFiles {
  /**
   * Caches the app shell. Fails if a file of it is missing, for example because the server has another
   * version.
   */
  install(): Promise<void>;
  /** Whether a path belongs to the shell files that have the same name in every version. */
  isShellPath(path: string): boolean;
  /** Undefined if the browser has evicted it. */
  shellFile(path: string): Promise<Response | undefined>;
  page(): Promise<Response | undefined>;
  /** Removes the shells of other versions. */
  removeOtherShells(): Promise<void>;
  /** Removes hashed files that this version does not use. Call it only while no tab runs an older version. */
  removeOldFiles(): Promise<void>;
}

export function createAppFiles(files: readonly AppFile[]): AppFiles {
  const pathOf = ({ url }: AppFile) => `/${url}`;
  const known = new Set(files.map(pathOf));
  const shell = files.filter(({ revision }) => revision !== null);
  const named = shell.filter((file) => !HASHED.test(pathOf(file)));
  const shellPaths = new Set(named.map(pathOf));
  const shellCache = SHELL_PREFIX + named.map(({ revision }) => revision).join('-');

  async function fetchInto(cacheName: string, paths: readonly string[], cacheMode: RequestCache) {
    const cache = await caches.open(cacheName);
    await Promise.all(
      paths.map(async (path) => {
        const stored = await cache.match(path);
        if (stored && isAppFile(path, stored)) return;
        const reply = await fetch(path, { cache: cacheMode, credentials: 'same-origin' });
        if (!isAppFile(path, reply)) throw new Error(`${path}: no file of the app`);
        await cache.put(path, reply);
      }),
    );
  }

  const shellFile = async (path: string) => (await caches.open(shellCache)).match(path);
  return {
    async install() {
      const hashed = shell.map(pathOf).filter((path) => HASHED.test(path));
      await fetchInto(HASHED_FILES, hashed, 'default');
      // Bypasses the HTTP cache, which may hold these files of the previous version.
      await fetchInto(shellCache, [...shellPaths], 'reload');
    },
    isShellPath: (path) => path !== PAGE && shellPaths.has(path),
    shellFile,
    page: () => shellFile(PAGE),
    async removeOtherShells() {
      for (const name of await caches.keys()) {
        if (name.startsWith(SHELL_PREFIX) && name !== shellCache) await caches.delete(name);
      }
    },
    async removeOldFiles() {
      const cache = await caches.open(HASHED_FILES);
      for (const request of await cache.keys()) {
        if (!known.has(new URL(request.url).pathname)) await cache.delete(request);
      }
    },
  };
}
