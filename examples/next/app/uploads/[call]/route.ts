import { uploads } from '../../../../uploads.ts';

export const POST = uploads.handle;
