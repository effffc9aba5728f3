import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // The first two start the service on its embedded database whatever the engine of the run; what slapd answers
    // has nothing to do with the engine, so once is enough.
    exclude: ['test/e2e/startup.test.ts', 'test/e2e/demo.test.ts', 'test/auth/slapd.test.ts'],
    // Only the embedded run makes the many invalid requests of CI_FUZZ=full: they are about validation.
    env: { CI_FUZZ: '' },
    globalSetup: ['test/support/global-setup-postgres.ts'],
    pool: 'threads',
    // Loading the service anew for each file took a fifth of the run; each world has a database of its own anyway.
    isolate: false,
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
