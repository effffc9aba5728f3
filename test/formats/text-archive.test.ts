import { gzipSync } from 'node:zlib'
import { strToU8, zipSync } from 'fflate'
import { packTar } from 'modern-tar'
import { expect, test } from 'vitest'
import { readTexts } from '../../src/formats/texts/text-archive.ts'

const options = { ending: '.rb', accepts: (path: string) => path.endsWith('.rb') }

test('C-84: files that macOS adds to a tar archive are ignored', async () => {
  const appleDouble = Uint8Array.from([0, 5, 22, 7, 0, 2, 0, 0, 255, 254])
  const createFile = (name: string, body: Uint8Array | string) => ({
    header: { name, size: body.length, type: 'file' as const },
    body,
  })
  const tar = await packTar([
    createFile('controls/._a.rb', appleDouble),
    createFile('controls/a.rb', 'control'),
    createFile('__MACOSX/controls/b.rb', appleDouble),
  ])
  for (const [name, bytes] of [
    ['profile.tar', tar],
    ['profile.tgz', gzipSync(tar)],
  ] as const) {
    expect(await readTexts(name, bytes, options)).toEqual([{ path: 'controls/a.rb', text: 'control' }])
  }
})

test('C-84: a zip archive may separate folders with backslashes, but not lead outside with them', async () => {
  const zip = (name: string) => zipSync({ [name]: strToU8('control') })
  expect(await readTexts('profile.zip', zip('profile\\controls\\a.rb'), options)).toEqual([
    { path: 'profile/controls/a.rb', text: 'control' },
  ])
  for (const name of ['..\\a.rb', 'controls\\..\\..\\a.rb', '\\a.rb', '\\\\server\\a.rb', 'C:\\a.rb']) {
    await expect(readTexts('profile.zip', zip(name), options)).rejects.toThrow('is outside of the archive')
  }
})

test.each([
  [new TextEncoder().encode('a\0b'), 'has a text with unusable characters'],
  [Uint8Array.from([0xff, 0x41]), 'has a text that is not UTF-8'],
])(
  'an unreadable text is named once without an archive, and with its archive inside of one',
  async (bytes, problem) => {
    const read = (name: string, content: Uint8Array) => readTexts(name, content, options)
    await expect(read('a.rb', bytes)).rejects.toThrow(`The file a.rb ${problem}.`)
    const entry = { header: { name: 'b.rb', size: bytes.length, type: 'file' as const }, body: bytes }
    await expect(read('a.tar', await packTar([entry]))).rejects.toThrow(`The file a.tar ${problem}, b.rb.`)
  },
)
