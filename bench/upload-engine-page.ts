import { type Contender, contenders, type Target } from './upload-contenders.ts';

/** Calls that the bench makes to the page. */
export interface UploadPage {
  /** Uploads the chosen files; resolves to the milliseconds it took, also after a failure. */
  run(contender: Contender, target: Target): Promise<Outcome>;
}

export interface Outcome {
  readonly elapsedMs: number;
  /** Null if everything was uploaded. */
  readonly failure: string | null;
}

const page: UploadPage = {
  async run(contender, target) {
    const files = [...(document.querySelector('input')?.files ?? [])];
    if (files.length === 0) throw new Error('no file is chosen');
    const startedMs = performance.now();
    const failure = await contenders[contender](files, target).then(
      () => null,
      (error: unknown) => String(error),
    );
    return { elapsedMs: performance.now() - startedMs, failure };
  },
};

Object.assign(globalThis, { page });
