import { glob, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const WEB = fileURLToPath(new URL('../../web/', import.meta.url))

/** The imports of style sheets of components, as "importer -> sheet". */
async function listImports(): Promise<{ file: string; sheet: string }[]> {
  const files = await Array.fromAsync(glob('**/*.{ts,tsx}', { cwd: WEB }))
  const imports = await Promise.all(
    files.map(async (file) => {
      const text = await readFile(join(WEB, file), 'utf8')
      return [...text.matchAll(/from '([^']+\.module\.css)'/g)].map(([, path]) => {
        return { file, sheet: join(dirname(file), path ?? '') }
      })
    }),
  )
  return imports.flat()
}

test('each component imports only the style sheet with its own name', async () => {
  const imports = await listImports()
  const toName = (file: string) => file.replace(/(\.page)?\.tsx?$/, '')
  expect(imports.filter(({ file, sheet }) => sheet !== `${toName(file)}.module.css`)).toEqual([])
  const sheets = await Array.fromAsync(glob('**/*.module.css', { cwd: WEB }))
  expect(sheets.toSorted()).toEqual(imports.map(({ sheet }) => sheet).toSorted())
})

test('no style sheet composes classes of another one', async () => {
  const sheets = await Array.fromAsync(glob('**/*.module.css', { cwd: WEB }))
  const texts = await Promise.all(sheets.map((sheet) => readFile(join(WEB, sheet), 'utf8')))
  expect(sheets.filter((_, index) => /composes:[^;]* from/.test(texts[index] ?? ''))).toEqual([])
})
