import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { measureSidewaysOverflow } from './support/looks.ts'
import { PATIENT } from './support/read.ts'
import { OWNER } from './support/triage.ts'
import { ADMIN, createWorkbench } from './support/workbench.ts'

const workbench = createWorkbench({ demo: true })
const LONG_NAME = 'W'.repeat(255)

/** Sends a write as the user of the page and returns the response body. */
async function send<T>(page: Page, method: string, path: string, data: object): Promise<T> {
  const headers = { origin: workbench.url() }
  const answer = await page.request.fetch(path, { method, data, headers, ...PATIENT })
  if (!answer.ok()) throw new Error(`${method} ${path} answered ${answer.status()}`)
  return (await answer.json()) as T
}

/** Creates a project, a component and a comment; all names have 255 characters without a space. */
async function createLongNames(page: Page) {
  type CreatedRecord<Key extends string> = Record<Key, { id: number }>
  const { project } = await send<CreatedRecord<'project'>>(page, 'POST', '/projects', {
    project: { name: LONG_NAME, description: LONG_NAME },
  })
  const { component } = await send<CreatedRecord<'component'>>(
    page,
    'POST',
    `/projects/${project.id}/components`,
    {
      component: {
        name: LONG_NAME,
        prefix: 'LONG-01',
        title: LONG_NAME,
        version: 1,
        release: 1,
        security_requirements_guide_id: 1,
      },
    },
  )
  const path = `/components/${component.id}`
  await send(page, 'PATCH', path, {
    component: { comment_phase: 'open', comment_period_ends_at: '2999-12-31' },
  })
  const { review } = await send<CreatedRecord<'review'>>(page, 'POST', `${path}/reviews`, {
    review: { action: 'comment', comment: LONG_NAME },
  })
  await send(page, 'PUT', '/users', { user: { name: LONG_NAME } })
  return { project: `/projects/${project.id}`, component: path, review: `/reviews/${review.id}` }
}

test('long names without spaces wrap, and no page scrolls sideways', async () => {
  const owner = await workbench.visitAs(OWNER, '/app/')
  const { project, component, review } = await createLongNames(owner)
  const admin = await workbench.visitAs(ADMIN, '/app/')
  const addresses = [
    ...['', '/activity', '/settings', '/components/new'].map((page) => project + page),
    ...['', '/edit', '/comments', '/triage', '/readiness', '/history', '/settings', '/copy'].map(
      (page) => component + page,
    ),
    review,
    '/users/2',
    '/users/2/comments',
  ]
  for (const width of [360, 1280]) {
    await admin.setViewportSize({ width, height: 900 })
    for (const address of addresses) {
      await admin.goto(`/app${address}`)
      await admin.getByRole('heading', { level: 1 }).waitFor()
      await admin.waitForLoadState('networkidle')
      await expect
        .poll(() => measureSidewaysOverflow(admin), { timeout: 20_000, message: `${address} at ${width} px` })
        .toBe(0)
    }
  }
  await admin.goto(`/app${component}/comments`)
  await admin.getByText(/Open for comment: \d{3},\d{3} days left/).waitFor()
})
