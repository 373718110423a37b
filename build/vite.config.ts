// Builds the window into dist/renderer. With `--mode mock` it runs on sample data, without a host: for looking at screens
// while working on them (`npm run dev:renderer`), for their tests and their pictures.
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const root = fileURLToPath(new URL('../renderer', import.meta.url));
const dist = fileURLToPath(new URL('../dist', import.meta.url));

export default defineConfig(({ mode }) => {
  const isMock = mode === 'mock';
  return {
    root: isMock ? `${root}/dev` : root,
    base: './',
    plugins: [react()],
    cacheDir: fileURLToPath(new URL('../node_modules/.cache/vite', import.meta.url)),
    server: { host: '127.0.0.1', port: 5199, fs: { allow: [fileURLToPath(new URL('..', import.meta.url))] } },
    build: {
      outDir: isMock ? `${dist}/renderer-mock` : `${dist}/renderer`,
      // Several tests build the sample window side by side; none may empty the folder under another.
      emptyOutDir: !isMock,
      target: 'es2024',
      // A content security policy without `data:` scripts: everything is a file of its own.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 1_200,
    },
    worker: { format: 'es' as const },
  };
});
