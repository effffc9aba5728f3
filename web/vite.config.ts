import { globSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { componentTexts } from './component-texts.ts'
import { licenses } from './licenses.ts'

/** The service that `npm run dev` starts with Vite. */
const SERVICE = 'http://127.0.0.1:3000'

/**
 * Makes the browser compile every function while the file streams in, off the main thread, instead of on first call.
 */
const compiledAhead: Plugin = {
  name: 'compiled-ahead',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler: (_, bundle) => {
      for (const file of Object.values(bundle)) {
        if (file.type === 'chunk') file.code = `//# allFunctionsCalledOnLoad\n${file.code}`
      }
    },
  },
}

const LOCALE_CHECK = /Intl\.DateTimeFormat\.supportedLocalesOf\(\[\s*locale\s*\]\)/

/**
 * Makes the components check the browser's language without date formats: both reject the same texts, but the first use
 * of date formats reads the data of all locales, a tenth of the time until the first page.
 */
const cheapLocaleCheck: Plugin = {
  name: 'cheap-locale-check',
  transform: {
    filter: { id: /react-aria\/.*\/useDefaultLocale/ },
    handler(code) {
      if (!LOCALE_CHECK.test(code)) this.error('The locale check of react-aria has changed.')
      return { code: code.replace(LOCALE_CHECK, 'Intl.getCanonicalLocales([locale])'), map: null }
    },
  },
}

/** Redirects `/app` to `/app/`: the service has pages at `/app` and below, Vite only at `/app/`. */
const slashed: Plugin = {
  name: 'slashed',
  configureServer: ({ middlewares }) => {
    middlewares.use(({ url }, answer, next) => {
      if (url === undefined || !/^\/app(\?|$)/.test(url)) return next()
      answer.writeHead(302, { location: url.replace('/app', '/app/') }).end()
    })
  },
}

const ROOT = fileURLToPath(new URL('.', import.meta.url))

const SHEETS = globSync('**/*.module.css', { cwd: ROOT }).toSorted()

/** Names a class by the number of its style sheet. The default is longer, and random text does not compress. */
function toClassName(name: string, file: string): string {
  const sheet = relative(ROOT, file)
  // The development server also gets sheets that are created later.
  if (!SHEETS.includes(sheet)) SHEETS.push(sheet)
  return `${name}_${SHEETS.indexOf(sheet).toString(36)}`
}

export default defineConfig({
  root: ROOT,
  base: '/app/',
  plugins: [react(), cheapLocaleCheck, compiledAhead, slashed, licenses, componentTexts],
  // The service replaces this placeholder with a nonce in each page (src/app/http/web-app.ts).
  html: { cspNonce: 'NONCE-OF-THE-PAGE' },
  css: { modules: { generateScopedName: toClassName } },
  build: {
    target: 'es2023',
    outDir: 'dist',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // budget.ts reads these figures and prints the sizes.
    reportCompressedSize: false,
    manifest: 'manifest.json',
    cssCodeSplit: false,
    // Few files: a browser opens six connections, and each file has an overhead.
    rolldownOptions: {
      output: {
        // The manifest names its icons, so their names have a version in place of a hash.
        assetFileNames: ({ names }) =>
          names.some((name) => name.startsWith('icon'))
            ? 'assets/[name]-v1[extname]'
            : 'assets/[name]-[hash][extname]',
        // Short hashes: the first script has the names of all others.
        chunkFileNames: ({ name }) => `assets/${name.startsWith('shared') ? 'shared' : '[name]'}-[hash:7].js`,
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'], priority: 3 },
            // Otherwise a page would load larger components with these small ones.
            {
              name: 'layout',
              test: /web\/kit\/(inline|link-row|list-filter|note|page-content|short-text|stack|two-columns)\.tsx/,
              priority: 2,
            },
            {
              name: 'frame',
              test: /web\/(pages\/components\/component-frame|pages\/authoring\/requirement-titles|pages\/history\/new-comment\.ts|pages\/comments\/review-action-labels|pages\/comments\/(use-return-focus|draft-id)|kit\/tabs|app\/(focus-at-end|lazy-part))/,
              priority: 2,
            },
            {
              name: 'fields',
              test: /web\/kit\/(field|field-class|field-label|input-with-button|labelled|text-input)\.tsx?/,
              priority: 1,
            },
            // Otherwise a page without charts would load charts with the small files that both use.
            {
              name: 'shared-charts',
              test: /web\/(pages\/charts|kit\/chart)\/|node_modules\/(@visx|d3-)/,
              minShareCount: 2,
              entriesAware: true,
              entriesAwareMergeThreshold: 1000,
              priority: 1,
            },
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
        // The service accepts writes only from its own origin.
        configure: (proxy) => proxy.on('proxyReq', (request) => request.setHeader('origin', SERVICE)),
      },
    },
  },
})
