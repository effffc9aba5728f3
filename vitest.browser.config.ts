import { defineConfig } from 'vitest/config'
import SecondTries from './test/support/second-tries.ts'

export default defineConfig({
  test: {
    include: ['test/browser/**/*.test.ts'],
    globalSetup: ['test/browser/support/global-setup.ts'],
    reporters: ['default', new SecondTries()],
    // Files share loaded modules and, in each worker, a browser. Each has a service and a database of its own.
    isolate: false,
    // Node.js runs the sources as they are: no bundler transforms them.
    experimental: { viteModuleRunner: false },
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
