import { defineConfig } from 'tsdown';

export default defineConfig({
  entry: {
    index: 'src/index.ts',
    xhr: 'src/senders/xhr.ts',
    fetch: 'src/senders/fetch.ts',
    node: 'src/senders/node.ts',
    indexeddb: 'src/stores/indexeddb.ts',
    checksum: 'src/transports/checksum.ts',
    http: 'src/transports/http.ts',
    react: 'src/react/use-uploader.ts',
    server: 'src/server/upload-server.ts',
    'server/aws': 'src/server/aws-storage.ts',
    drop: 'src/drop/read-drop.ts',
  },
  platform: 'neutral',
  // TypeScript 7 has no compiler API, so oxc writes the declarations (`isolatedDeclarations`).
  dts: { oxc: true },
  sourcemap: true,
  minify: true,
});
