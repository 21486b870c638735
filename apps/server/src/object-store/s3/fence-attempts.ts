import type { Fence } from '#leases/hold.ts';

/**
 * Any command of the SDK. Each has another middleware type, and this middleware does not use the input.
 */
interface AnyCommand {
  readonly middlewareStack: { add(middleware: never, options: never): void };
}

type Next = (args: unknown) => Promise<unknown>;

/**
 * Checks the lease before every attempt of a command. The SDK retries by itself, and the process may
 * have been paused in between.
 *
 * @param signal default the fence's own
 * @returns options to send the command with
 */
export function fenceAttempts(
  { middlewareStack }: AnyCommand,
  fence: Fence | undefined,
  signal = fence?.signal,
): { readonly abortSignal?: AbortSignal } {
  if (fence) {
    const guard = (next: Next) => (args: unknown) => {
      fence.assertHeld();
      return next(args);
    };
    // Runs after the SDK's retry step, and so once per attempt.
    const place = { name: 'fence', step: 'finalizeRequest', priority: 'low' };
    middlewareStack.add(guard as never, place as never);
  }
  return signal ? { abortSignal: signal } : {};
}
