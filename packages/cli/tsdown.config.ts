import { defineConfig } from 'tsdown';

export default defineConfig({
  entry: ['src/main.ts'],
  platform: 'node',
  target: 'node22.13',
  // It is a program: nobody imports it.
  dts: false,
  fixedExtension: false,
});
