import { expect, test } from 'vitest'
import { downloadName } from '../../../src/procedures/schemas/file-response.ts'

test('C-74: a name that Windows reserves gets an underscore, with any case and extension', () => {
  for (const name of [
    'CON',
    'con',
    'Nul.zip',
    'AUX .csv',
    'prn.a.b',
    'COM1.xlsx',
    'LPT9',
    'com².txt',
    'CONIN$',
  ]) {
    expect(downloadName(name)).toBe(`_${name}`)
  }
})

test('C-74: a name that only begins like a reserved one is unchanged', () => {
  for (const name of ['CON-V1R1', 'CONTROL', 'COM10', 'LPT', 'Null.zip', 'a.con']) {
    expect(downloadName(name)).toBe(name)
  }
})
