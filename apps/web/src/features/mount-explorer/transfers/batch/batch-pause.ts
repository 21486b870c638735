export interface PauseControl {
  pause(): void;
  resume(): void;
}

/** Pauses what a batch is doing: the items under way, and the others before they begin. */
export class BatchPause {
  readonly #controls = new Set<PauseControl>();
  #resumed = Promise.withResolvers<void>();
  #isPaused = false;

  constructor() {
    this.#resumed.resolve();
  }

  /** For one item: given what pauses it, and null once nothing does any more. */
  slot(): (control: PauseControl | null) => void {
    let own: PauseControl | null = null;
    return (next) => {
      if (own) this.#controls.delete(own);
      own = next;
      if (next) this.#controls.add(next);
    };
  }

  /** False where it is paused already. */
  pause(): boolean {
    if (this.#isPaused) return false;
    this.#isPaused = true;
    this.#resumed = Promise.withResolvers();
    for (const control of this.#controls) control.pause();
    return true;
  }

  resume(): void {
    this.go();
    for (const control of this.#controls) control.resume();
  }

  /** Lets items begin, without a word to those under way. */
  go(): void {
    this.#isPaused = false;
    this.#resumed.resolve();
  }

  resumed(): Promise<void> {
    return this.#resumed.promise;
  }
}
