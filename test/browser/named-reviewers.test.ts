import { expect, test } from 'vitest'
import { expectAccessible } from './support/looks.ts'
import { PATIENT, read } from './support/read.ts'
import { AUTHOR, COMPONENT, REVIEWER, type Rule } from './support/triage.ts'
import { createWorkbench } from './support/workbench.ts'

const workbench = createWorkbench({ demo: true })

test('an author names a reviewer, who finds the request on My work and sees who asks', async () => {
  const page = await workbench.visitAs(AUTHOR, '/up')
  const { rules } = await read<{ rules: (Rule & { locked: boolean; review_requestor_id: number | null })[] }>(
    page,
    `/components/${COMPONENT}/rules_picker`,
  )
  const rule = rules.find(({ locked, review_requestor_id: asker }) => !locked && asker === null)
  if (!rule) throw new Error('no requirement to be reviewed')
  await page.goto(`/app/components/${COMPONENT}/${rule.displayed_name}`)
  await page.getByRole('button', { name: /^Review / }).click()
  await page.getByRole('button', { name: /^Reviewers: / }).click()
  await page.getByRole('option', { name: 'Rosa Pier' }).click()
  await page.keyboard.press('Escape')
  await expectAccessible(page, 'naming reviewers')
  const folder = process.env['SCREENSHOTS']
  if (folder) await page.screenshot({ path: `${folder}/name-reviewers.png` })
  await page.getByRole('button', { name: /Request a review/ }).click()
  await page.getByText('Ari Quay asks Rosa Pier for a review').waitFor()

  const reviewer = await workbench.visitAs(REVIEWER, '/app')
  const list = reviewer.getByRole('list', { name: 'Reviews requested from me' })
  if (folder) await reviewer.screenshot({ path: `${folder}/asked-for-review.png` })
  await list.getByRole('link', { name: rule.displayed_name }).press('Enter')
  await reviewer.getByText('Ari Quay asks Rosa Pier for a review').waitFor()
  const headers = { origin: workbench.url() }
  const data = { review: { action: 'revoke_review_request', comment: 'Back.' } }
  const answer = await page.request.post(`/rules/${rule.id}/reviews`, { data, headers, ...PATIENT })
  expect(answer.ok()).toBe(true)
})
