import { afterAll, beforeAll } from 'vitest'
import { isFastPathEnabled, setFastPath } from '../../src/database/fast-path/switch.ts'

// A setup file: `FAST_PATH_ENABLED=false vitest run ...` runs tests without the fast path.
setFastPath(process.env['FAST_PATH_ENABLED'] !== 'false')

/** Enables the fast path for the tests of a file. Call it before a database is opened. */
export function withFastPath(): void {
  let initial = true
  beforeAll(() => {
    initial = isFastPathEnabled()
    setFastPath(true)
  })
  afterAll(() => setFastPath(initial))
}
