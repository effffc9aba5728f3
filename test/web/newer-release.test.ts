import { expect, test } from 'vitest'
import { findNewerRelease } from '../../web/pages/components/newer-release.ts'

const base = { id: 1, name: 'Berth', project_id: 7, version: 1, release: 2 }

test.each([
  [
    'the newest of several releases',
    [{ release: 3 }, { version: 2, release: 1 }, { version: 2, release: 4 }],
    3,
  ],
  ['no earlier release', [{ release: 1 }, { version: null, release: null }], undefined],
  [
    'no release of another component or project',
    [
      { name: 'Quay', version: 2 },
      { project_id: 8, version: 2 },
    ],
    undefined,
  ],
])('the newer release of a base is %s', (_, others, expected) => {
  const releases = others.map((item, index) => ({ ...base, ...item, id: index + 1 }))
  expect(findNewerRelease(releases, { ...base, id: 99 })?.id).toBe(expected)
})
