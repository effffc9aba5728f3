import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const WEB = fileURLToPath(new URL('../../web/', import.meta.url))
const sheets = globSync('**/*.module.css', { cwd: WEB }).toSorted()
const read = (file: string) => readFileSync(join(WEB, file), 'utf8')
const imports = globSync('**/*.{ts,tsx}', { cwd: WEB }).flatMap((file) =>
  [...read(file).matchAll(/from '([^']+\.module\.css)'/g)].map(([, path]) => {
    return { file, sheet: join(dirname(file), path ?? '') }
  }),
)

test('each component imports only the style sheet with its own name', () => {
  const toName = (file: string) => file.replace(/(\.page)?\.tsx?$/, '')
  expect(imports.filter(({ file, sheet }) => sheet !== `${toName(file)}.module.css`)).toEqual([])
  expect(imports.map(({ sheet }) => sheet).toSorted()).toEqual(sheets)
})

test('no style sheet composes classes of another one', () => {
  expect(sheets.filter((sheet) => /composes:[^;]* from/.test(read(sheet)))).toEqual([])
})
