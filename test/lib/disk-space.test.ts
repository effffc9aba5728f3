import { existsSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { mapFileError } from '../../src/lib/temp-files/disk-space.ts'
import { TempFile } from '../../src/lib/temp-files/temp-file.ts'
import { writeToTempFile } from '../../src/lib/temp-files/write-temp-file.ts'

/** The device on which every write finds the disk full. */
const FULL = '/dev/full'
const refusal = { kind: 'unavailable', reason: 'uploads_busy', details: { retryAfter: 5 } }

describe.skipIf(!existsSync(FULL))('a full disk', () => {
  it('causes a retryable error for an upload that arrives', async () => {
    const tempFile = writeToTempFile(await open(FULL, 'r+'))
    await expect(tempFile.write(Buffer.from('x'))).rejects.toMatchObject(refusal)
    expect(tempFile.size()).toBe(0)
    await tempFile.close()
  })

  it('causes a retryable error for a thread that reads the upload', async () => {
    const handle = await open(FULL, 'r+')
    const scratch = new TempFile(handle.fd)
    scratch.append('x')
    expect(() => scratch.flush()).toThrow(expect.objectContaining(refusal))
    await handle.close()
  })
})

describe('another file error', () => {
  it('is passed on unchanged', () => {
    const error = Object.assign(new Error('gone'), { code: 'EIO' })
    expect(mapFileError(error)).toBe(error)
    expect(mapFileError('x')).toBe('x')
  })

  it.each(['EDQUOT', 'EMFILE', 'ENFILE'])('is retryable with %s', (code) => {
    expect(mapFileError(Object.assign(new Error('full'), { code }))).toMatchObject(refusal)
  })
})
