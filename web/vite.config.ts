import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The service that `npm run dev` starts beside Vite. */
const SERVICE = 'http://127.0.0.1:3000'

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/app/',
  plugins: [react()],
  // The service puts a nonce of its own into each page where this word stands (src/http/workbench.ts).
  html: { cspNonce: 'NONCE-OF-THE-PAGE' },
  build: {
    target: 'es2023',
    outDir: 'dist',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The build's own notes are for budget.ts, which prints what they weigh.
    reportCompressedSize: false,
    manifest: 'manifest.json',
    cssCodeSplit: false,
    // Few files: a browser has six connections, and each file costs more than its bytes.
    rolldownOptions: {
      output: {
        chunkFileNames: ({ name }) => `assets/${name.startsWith('shared') ? 'shared' : '[name]'}-[hash].js`,
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'], priority: 3 },
            { name: 'frame', test: /web\/(pages\/components\/component-frame|kit\/tabs)/, priority: 2 },
            { name: 'fields', test: /web\/kit\/(field|form|labelled)\.tsx/, priority: 1 },
            { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 1500 },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    strictPort: true,
    proxy: {
      '^/(?!app(/|$))': {
        target: SERVICE,
        // The service takes writes from its own origin only.
        configure: (proxy) => proxy.on('proxyReq', (request) => request.setHeader('origin', SERVICE)),
      },
    },
  },
})
