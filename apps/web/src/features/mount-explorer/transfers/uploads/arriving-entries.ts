import { isUnderWay, type Task } from '#shared/tasks/task.ts';
import { childPath, childrenOf, nameOf, plainPath } from '../../entry-path.ts';

/** A file or folder of a directory that is being uploaded. */
export interface ArrivingEntry {
  readonly name: string;
  readonly isDirectory: boolean;
  /** Bytes that have been sent, of all files in a folder. */
  readonly doneBytes: number;
  readonly totalBytes: number;
}

/** Lists the uploads into a directory; the files of a subfolder count as one entry. */
export function arrivingIn(directory: string, tasks: readonly Task[]): readonly ArrivingEntry[] {
  const arriving = new Map<string, ArrivingEntry>();
  for (const { kind, state, directory: target, files = [] } of tasks) {
    if (kind !== 'entry-upload' || !isUnderWay(state) || target === undefined) continue;
    for (const file of files) {
      if (file.state !== 'waiting' && file.state !== 'running') continue;
      const [path] = childrenOf(directory, [childPath(target, file.name)]);
      if (path === undefined) continue;
      const before = arriving.get(path);
      arriving.set(path, {
        name: nameOf(plainPath(path)),
        isDirectory: path.endsWith('/'),
        doneBytes: (before?.doneBytes ?? 0) + file.doneBytes,
        totalBytes: (before?.totalBytes ?? 0) + file.totalBytes,
      });
    }
  }
  return [...arriving.values()];
}
