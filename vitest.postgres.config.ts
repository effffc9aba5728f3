import { defineConfig } from 'vitest/config'
import LongFirst from './test/support/long-first.ts'
import SlowestFiles from './test/support/slowest-files.ts'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Once is enough of what no engine takes part in: the embedded run has these. Some start the service on its
    // embedded database whatever the engine of the run, the others speak to none.
    exclude: [
      'test/e2e/{startup,demo,client,live-boards,command-line,command-line-files}.test.ts',
      'test/auth/slapd.test.ts',
      'test/jobs/killed.test.ts',
      'test/kept-solid/transports.test.ts',
      'test/http/{arriving,bodies}.test.ts',
      'test/{computing,env,formats,similarity,web}/**',
      'test/browser/**',
    ],
    globalSetup: ['test/support/global-setup-postgres.ts'],
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
