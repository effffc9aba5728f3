import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

test('a worker that dies while others still start is replaced', async () => {
  const path = fileURLToPath(new URL('../support/dying-worker.ts', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [path])
  expect(stdout).toBe('2 workers')
})
