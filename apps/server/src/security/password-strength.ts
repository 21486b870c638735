/** OWASP's second recommendation for argon2id: 19 MiB, 2 passes. */
export const PASSWORD_STRENGTH = { memoryKib: 19_456, passes: 2 } as const;
