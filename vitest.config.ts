import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/**/*.postgres.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    pool: 'threads',
    // Loading the service anew for each file took a fifth of the run; each world has a database of its own anyway.
    isolate: false,
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
