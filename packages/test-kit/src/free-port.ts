// The store's own tests need ports, too, and may not depend on this package, which starts the store.
export { freePort } from '@satchel/local-s3/test/free-port';
