import { ReadableStream, TransformStream, WritableStream } from 'node:stream/web';

// For tests: browsers have them, jsdom does not.
Object.assign(globalThis, { ReadableStream, TransformStream, WritableStream });
