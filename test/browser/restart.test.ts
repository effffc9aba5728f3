import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { PATIENT, read } from './support/read.ts'
import { ADMIN, createWorkbench, PASSWORD } from './support/workbench.ts'

const workbench = createWorkbench()
const GUIDE = new URL('../../sample/U_Harbor_Gateway_SRG_V1R2_Manual-xccdf.xml', import.meta.url)

let cookie = ''

/** Sends a call of the administrator, to prepare the test. */
async function call<T>(path: string, data: object | FormData): Promise<T> {
  const isForm = data instanceof FormData
  const answer = await fetch(`${workbench.url()}${path}`, {
    method: 'POST',
    headers: { cookie, origin: workbench.url(), ...(isForm ? {} : { 'content-type': 'application/json' }) },
    body: isForm ? data : JSON.stringify(data),
  })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? cookie
  return (await answer.json()) as T
}

beforeAll(async () => {
  await call('/api/auth/login', { email: ADMIN, password: PASSWORD })
  const form = new FormData()
  form.append('file', new File([await readFile(GUIDE)], 'guide.xml', { type: 'application/xml' }))
  const { srg } = await call<{ srg: { id: number } }>('/srgs', form)
  const { project } = await call<{ project: { id: number } }>('/projects', { project: { name: 'Harbor' } })
  await call(`/projects/${project.id}/components`, {
    component: {
      name: 'Gateway',
      prefix: 'HGW1-01',
      title: 'Gateway STIG',
      security_requirements_guide_id: srg.id,
      comment_phase: 'open',
    },
  })
  for (const comment of ['Heron one', 'Heron two']) {
    await call('/rules/1/reviews', { review: { action: 'comment', section: 'fixtext', comment } })
  }
})

const readStatus = async (page: Page, id: number) =>
  (await read<{ review: { triage_status: string } }>(page, `/reviews/${id}`)).review.triage_status

test('a restart during a decision and a comment shows both errors and loses no text', async () => {
  const triage = await workbench.visitAs(ADMIN, '/app/components/1/triage?rule_id=1')
  await triage.getByRole('region', { name: 'Comment 1', exact: true }).waitFor()
  const reading = await triage.context().newPage()
  await reading.goto('/app/components/1/comments?rule_id=1')
  await reading.getByRole('article', { name: 'Requirement 000001' }).waitFor()
  await Promise.all([triage, reading].map((page) => page.waitForLoadState('networkidle')))
  await reading.getByRole('button', { name: 'Comment on Check' }).press('Enter')
  await reading.keyboard.type('Written while the service went away.')
  await triage.keyboard.press('3')
  await triage.keyboard.type('Not in this version.')

  await workbench.down()
  await triage.keyboard.press('Control+Enter')
  await reading.keyboard.press('Control+Enter')
  await reading.getByText('The service isn’t responding.', { exact: false }).first().waitFor()
  await triage.getByText('Your decision on comment 1 was not saved.').waitFor()

  await workbench.up()
  await expect.poll(() => readStatus(triage, 1)).toBe('pending')
  await triage.getByRole('button', { name: 'Open 1' }).press('Enter')
  await triage.getByRole('button', { name: 'Decline again' }).press('Enter')
  const response = triage.getByLabel(/^Response \(required/)
  await expect.poll(() => response.inputValue()).toBe('Not in this version.')
  await response.press('Control+Enter')
  await expect.poll(() => readStatus(triage, 1)).toBe('non_concur')
  await reading.getByLabel('Comment on Check').last().press('Control+Enter')
  await reading
    .getByRole('region', { name: 'Check', exact: true })
    .getByRole('article', { name: /^Comment/ })
    .waitFor()
  const { rows } = await read<{ rows: { comment: string }[] }>(reading, '/components/1/comments?rule_id=1')
  const posted = rows.filter(({ comment }) => comment === 'Written while the service went away.')
  expect(posted).toHaveLength(1)
  // A draft survives the page too.
  await triage.keyboard.press('j')
  await triage.keyboard.press('3')
  await triage.keyboard.type('Kept over a reload.')
  await triage.reload()
  await triage.getByRole('region', { name: 'Comment 2', exact: true }).waitFor()
  await triage.keyboard.press('3')
  await expect.poll(() => response.inputValue()).toBe('Kept over a reload.')
  await expect.poll(async () => (await triage.request.get('/up', PATIENT)).ok()).toBe(true)
})

test('a page asks a stopped service ever more rarely, and is live at once when the user returns to it', async () => {
  const page = await workbench.visitAs(ADMIN, '/app')
  await page.clock.install()
  await page.goto('/app/components/1')
  await page.getByText('Live', { exact: true }).waitFor()
  await page.waitForLoadState('networkidle')
  let requests = 0
  page.on('request', () => {
    requests += 1
  })

  await workbench.down()
  await page.getByText('Not live', { exact: true }).waitFor()
  // Probes after about 1, 3, 7, 15 and 31 seconds and then every 30, and one failed series of polls.
  await page.clock.runFor(300_000)
  expect(requests).toBeLessThan(40)

  await workbench.up()
  await page.evaluate(() => dispatchEvent(new Event('focus')))
  await page.getByText('Live', { exact: true }).waitFor()
})
