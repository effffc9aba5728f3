import { afterAll, beforeAll } from 'vitest'
import { isFastPathEnabled, setFastPath } from '../../src/database/fast-path/switch.ts'

// `FAST_PATH_ENABLED=false vitest run ...` runs tests without the fast path. This file is a setup file.
setFastPath(process.env['FAST_PATH_ENABLED'] !== 'false')

/** Turns the fast path on for the tests of a file that are about it. Call it before a database is opened. */
export function withFastPath(): void {
  let initial = true
  beforeAll(() => {
    initial = isFastPathEnabled()
    setFastPath(true)
  })
  afterAll(() => setFastPath(initial))
}
