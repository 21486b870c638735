import { createAtom } from '@tanstack/react-store';

/** Paths that the user is asked about before they are packed and downloaded; null while nothing is asked. */
export const packRequest = createAtom<readonly string[] | null>(null);
