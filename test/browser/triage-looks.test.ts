import { test } from 'vitest'
import { expectGoodLooks } from './support/looks.ts'
import { createTriage, AUTHOR, waitUntilSelected, TRIAGE, VIEWER } from './support/triage.ts'
import { createWorkbench } from './support/workbench.ts'

const workbench = createWorkbench({ demo: true })
const { comments, openTriage } = createTriage(workbench)

/** Unusual texts for a comment. */
const UNUSUAL_TEXTS = [
  '😀'.repeat(4000),
  'قفل الباب قبل الرحيل (abc) 123 <b>نص</b>',
  `${'W'.repeat(200)} ${'x'.repeat(200)}`,
  '<img src=x onerror=alert(1)> **bold** [link](javascript:alert(1)) &amp;',
]

test('queue and requirement view pass axe in light and dark, on a phone and on a desktop, with unusual texts', async () => {
  const { ids, rule } = await comments(10, UNUSUAL_TEXTS)
  const page = await openTriage(AUTHOR, rule, ids[0])
  for (const id of ids.slice(1)) {
    await page.keyboard.press('j')
    await waitUntilSelected(page, id)
  }
  await page.keyboard.press('1')
  await waitUntilSelected(page, ids[0])
  await page.getByRole('button', { name: /^Undo/ }).waitFor()
  await expectGoodLooks(page, 'triage')
  await page.goto('/app/projects/1/triage?triage_status=all&view=requirement')
  await page.getByRole('heading', { level: 1, name: 'Triage' }).waitFor()
  await page.waitForLoadState('networkidle')
  await expectGoodLooks(page, 'triage-by-requirement')
})

test('viewers are not offered triage', async () => {
  const reader = await workbench.visitAs(VIEWER, TRIAGE)
  await reader.getByRole('heading', { name: 'Page not found' }).waitFor()
})
