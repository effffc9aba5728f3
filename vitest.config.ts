import { defineConfig } from 'vitest/config'
import LongFirst from './test/support/long-first.ts'
import SlowestFiles from './test/support/slowest-files.ts'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/**/*.postgres.test.ts', 'test/browser/**'],
    globalSetup: ['test/support/global-setup.ts'],
    reporters: ['default', new SlowestFiles()],
    sequence: { sequencer: LongFirst },
    pool: 'threads',
    // Loading the service anew for each file took a fifth of the run; tests look at nothing but what they mint anyway.
    isolate: false,
    // Node.js runs the sources as they are, here as in service: no bundler transforms them.
    experimental: { viteModuleRunner: false },
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
