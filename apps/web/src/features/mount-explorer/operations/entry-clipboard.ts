import { createOwnedAtom } from '#shared/session/owned-atom.ts';

/** Entries that were cut or copied, to be put somewhere else. */
export interface CutOrCopied {
  readonly paths: readonly string[];
  readonly mountId: string | undefined;
  /** Cut ones leave where they are once they are put elsewhere. */
  readonly isMove: boolean;
}

export const entryClipboard = createOwnedAtom<CutOrCopied | null>(() => null);
