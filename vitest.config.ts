import { defineConfig } from 'vitest/config'
import LongFilesFirst from './test/support/long-first.ts'
import SecondTries from './test/support/second-tries.ts'
import SlowestFiles from './test/support/slowest-files.ts'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts', 'verification/**/*.test.ts'],
    exclude: ['test/browser/**'],
    setupFiles: ['test/support/fast-path.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    reporters: ['default', new SlowestFiles(), new SecondTries()],
    sequence: { sequencer: LongFilesFirst },
    pool: 'threads',
    // Files share loaded modules: loading the service for each file took a fifth of the run.
    isolate: false,
    // Node.js runs the sources as they are, here as in service: no bundler transforms them.
    experimental: { viteModuleRunner: false },
    maxWorkers: 2,
    // Only a test that hangs takes this long, also on a machine with five times as many processes as processors.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // For a busy machine. The report names each test that needed it, and a race test that did fails the run.
    retry: 1,
  },
})
