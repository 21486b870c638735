import { useSelector } from '@tanstack/react-store';
import { createStoredAtom } from '#shared/session/stored-atom.ts';
import { parentOf } from '../entry-path.ts';
import { explorerPreferences, VIEWS, type View } from '../preferences.ts';

/** Maximum number of folders whose views are remembered; the oldest choice is dropped first. */
const MAX_FOLDERS = 200;

type FolderView = readonly [path: string, view: View];

const stored = createStoredAtom('satchel-folder-views', parseViews);

/** Remembers the view of a folder, which also applies to its subfolders. */
export function setFolderView(path: string, view: View): void {
  const others = stored.atom.get().filter(([each]) => each !== path);
  stored.store([...others, [path, view] as const].slice(-MAX_FOLDERS));
}

/** The view of a folder: its own, that of the nearest folder above it, or the default. */
export function useFolderView(path: string): View {
  const views = useSelector(stored.atom);
  const { view } = useSelector(explorerPreferences);
  return viewOf(path, views) ?? view;
}

export function viewOf(path: string, views: readonly FolderView[]): View | undefined {
  const known = new Map(views);
  if (path === '/') return known.get(path);
  // The view of all mounts is not meant for what they contain.
  for (let each = path; each !== '/'; each = parentOf(each)) {
    const view = known.get(each);
    if (view) return view;
  }
  return undefined;
}

export function parseViews(raw: unknown): readonly FolderView[] {
  if (!Array.isArray(raw)) return [];
  return raw
    .flatMap((each: unknown): FolderView[] => {
      const [path, view] = Array.isArray(each) ? (each as unknown[]) : [];
      const known = VIEWS.find((candidate) => candidate === view);
      return typeof path === 'string' && known ? [[path, known]] : [];
    })
    .slice(-MAX_FOLDERS);
}
