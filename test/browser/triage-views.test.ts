import { test } from 'vitest'
import { expectGoodLooks } from './support/looks.ts'
import { createTriage, AUTHOR, TRIAGE } from './support/triage.ts'
import { createWorkbench } from './support/workbench.ts'

const { comments, openTriage } = createTriage(createWorkbench({ demo: true }))

test('table and clusters pass axe in light and dark, on a phone and on a desktop', async () => {
  const { ids, rule } = await comments(10, ['Wren one', 'Wren two'])
  const page = await openTriage(AUTHOR, rule, ids[0])
  await page.goto(`${TRIAGE}?view=table&triage_status=all&sort=due&rule_id=${rule.id}`)
  await page.getByRole('grid', { name: 'Comments' }).waitFor()
  await expectGoodLooks(page, 'triage-table')
  await page.goto(`${TRIAGE}?view=clusters`)
  await page.getByRole('article', { name: /^4 similar/ }).waitFor()
  await expectGoodLooks(page, 'triage-clusters')
})
