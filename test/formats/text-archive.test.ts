import { gzipSync } from 'node:zlib'
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
