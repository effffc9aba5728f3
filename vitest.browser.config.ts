import { defineConfig } from 'vitest/config'
import SecondTries from './test/support/second-tries.ts'

export default defineConfig({
  test: {
    include: ['test/browser/**/*.test.ts'],
    globalSetup: ['test/browser/support/global-setup.ts'],
    reporters: ['default', new SecondTries()],
    // Each file has a service, a database and a browser of its own.
    maxWorkers: 2,
    // Tabs of a file that tests open in parallel: while one waits, another computes.
    maxConcurrency: 2,
    // Nothing here is about time, and a busy machine may take long.
    expect: { poll: { timeout: 90_000 } },
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // As strict the second time; the report names what needed it.
    retry: 1,
  },
})
