import { expect, test } from 'vitest'
import { toDefaultTitle } from '../../web/pages/projects/default-title.ts'

test.each([
  ['Dock Switch', 'srg', 'Dock Switch SRG'],
  ['Dock Switch SRG', 'srg', 'Dock Switch SRG'],
  ['Dock Switch srg', 'srg', 'Dock Switch srg'],
  ['Dock Switch SRG', 'stig', 'Dock Switch SRG STIG'],
] as const)('the title of %s as %s is %s', (name, kind, title) => {
  expect(toDefaultTitle(name, kind)).toBe(title)
})
