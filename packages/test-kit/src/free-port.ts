// biome-ignore lint/performance/noBarrelFile: the store's own tests need ports, too, and may not depend on this package
export { freePort } from '@satchel/local-s3/test/free-port';
