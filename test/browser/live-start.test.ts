import { expect, test } from 'vitest'
import { waitForHeading } from './support/heading.ts'
import { PATIENT } from './support/read.ts'
import { createWorkbench } from './support/workbench.ts'

const workbench = createWorkbench({ demo: true })
const OWNER = 'olga@demo.example'

test('a page shows a change that happens between its first requests and the start of its event stream', async () => {
  const page = await workbench.visitAs(OWNER, '/up')
  const { promise: opened, resolve: openStream } = Promise.withResolvers<void>()
  await page.route('**/trpc/events.ofProject**', async (route) => {
    await opened
    await route.continue()
  })
  const streamed = page.waitForRequest('**/trpc/events.ofProject**')
  await page.goto('/app/components/1/settings')
  await waitForHeading(page, 'Settings')
  await streamed
  const answer = await page.request.patch('/components/1', {
    data: { component: { release: 7 } },
    headers: { origin: workbench.url() },
    ...PATIENT,
  })
  expect(answer.status()).toBe(200)
  expect(await page.title()).not.toContain('R7')
  openStream()
  await expect.poll(() => page.title()).toContain('R7')
})
