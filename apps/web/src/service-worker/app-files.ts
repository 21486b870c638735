/** A file of this version of the app, as the build lists it. */
export interface AppFile {
  /** Its path, without a leading slash. */
  readonly url: string;
  /** Set for what is fetched when the worker is installed; the other files are kept once they are used. */
  readonly revision: string | null;
}

/** Files named by a hash of what is in them. All versions share them. */
export const HASHED_FILES = 'satchel-files';
const SHELL_PREFIX = 'satchel-shell-';
const PAGE = '/index.html';
const HASHED = /^\/assets\/[^/]+-[\w-]{7,8}\.\w+$/;

export function isHashed({ pathname }: URL): boolean {
  return HASHED.test(pathname);
}

/** The files of one version of the app in the browser's caches. */
export interface AppFiles {
  /** Fetches the app shell; fails where any of it is missing, as when the server has another version. */
  install(): Promise<void>;
  /** Whether a path is one of the shell's that every version has under the same name. */
  isShellPath(path: string): boolean;
  /** Undefined where the browser has thrown it away. */
  shellFile(path: string): Promise<Response | undefined>;
  page(): Promise<Response | undefined>;
  /** Removes the shells of other versions. */
  removeOtherShells(): Promise<void>;
  /** Removes hashed files that this version has not; only while no tab runs an older one. */
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
        if (await cache.match(path)) return;
        await cache.add(new Request(path, { cache: cacheMode, credentials: 'same-origin' }));
      }),
    );
  }

  const shellFile = async (path: string) => (await caches.open(shellCache)).match(path);
  return {
    async install() {
      const hashed = shell.map(pathOf).filter((path) => HASHED.test(path));
      await fetchInto(HASHED_FILES, hashed, 'default');
      // Past the browser's own cache, which may have these of the version before.
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
