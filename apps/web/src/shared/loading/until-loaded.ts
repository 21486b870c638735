const RETRY_MS = 2000;

/** Asks for a part of the app until it is there, such as over a network that comes and goes. */
export function untilLoaded<Part>(load: () => Promise<Part>): Promise<Part> {
  return load().catch(
    () => new Promise((resolve) => setTimeout(() => resolve(untilLoaded(load)), RETRY_MS)),
  );
}
