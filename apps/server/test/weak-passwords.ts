/** Replaces the server's own strength in integration tests, which hash thousands of passwords. */
export const PASSWORD_STRENGTH = { memoryKib: 64, passes: 1 } as const;
