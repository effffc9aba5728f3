import { expect, test } from 'vitest'
import { proposePrefix } from '../../web/pages/projects/proposed-prefix.ts'

test.each([
  ['Harbor Gateway 3', 'HGA3-01'],
  ['Quay', 'QUAY-01'],
  ['Red Hat Enterprise Linux', 'RHEL-01'],
  ['A', 'AXXX-01'],
  ['Windows 2022', 'WI22-01'],
  ['', ''],
  ['港口', ''],
])('the name %j proposes the prefix %j', (name, prefix) => {
  expect(proposePrefix(name)).toBe(prefix)
})
