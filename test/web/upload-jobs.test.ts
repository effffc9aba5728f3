import { expect, test } from 'vitest'
import { createJobsQuery } from '../../web/pages/guides/upload/upload-job-queries.ts'

test.each([
  [0, 20],
  [21, 60],
  [60, 80],
  [500, 100],
])('a page with %i uploads that run as jobs lists %i jobs', (uploaded, listed) => {
  const [, parameters] = createJobsQuery(uploaded).queryKey
  expect(parameters).toMatchObject({ input: { per_page: listed } })
})
