import type { Fence } from '#leases/hold.ts';

/** A command of the SDK. Each has another type of middleware, and this one looks at no input. */
interface AnyCommand {
  readonly middlewareStack: { add(middleware: never, options: never): void };
}

type Next = (args: unknown) => Promise<unknown>;

/**
 * Has every attempt of a command ask first whether the lease behind it is still held. The SDK repeats a
 * failed attempt by itself, and the process may have been paused in between.
 *
 * @param signal default the fence's own
 * @returns options with which to send the command
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
    // Runs after the SDK's retries, and so once an attempt.
    const place = { name: 'fence', step: 'finalizeRequest', priority: 'low' };
    middlewareStack.add(guard as never, place as never);
  }
  return signal ? { abortSignal: signal } : {};
}
