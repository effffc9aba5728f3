import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectFocus } from './support/keyboard.ts'
import { expectAccessible, expectGoodLooks } from './support/looks.ts'
import { savePicture } from './support/picture.ts'
import { createWorkbench } from './support/workbench.ts'

const workbench = createWorkbench({ demo: true })
const AUTHOR = 'ari@demo.example'

interface FoundRequirement {
  id: number
  displayed_name: string
  status: string
}

/** The requirements of the demo's component that is written now. */
async function listRequirements(page: Page): Promise<{ component: number; rules: FoundRequirement[] }> {
  const projects = await (await page.request.get('/projects')).json()
  const project = await (await page.request.get(`/projects/${projects[0].id}`)).json()
  const { components }: { components: { id: number; name: string }[] } = project.project ?? project
  const component = components.find(({ name }) => name === 'Harbor Gateway 3')?.id ?? 0
  const { rules } = await (await page.request.get(`/components/${component}/rules_picker`)).json()
  return { component, rules }
}

async function readRule(page: Page, id: number) {
  return (await page.request.get(`/rules/${id}`)).json()
}

/** Opens a requirement as a user, by its position in the component. */
async function openAs(
  email: string,
  index: number,
): Promise<{ page: Page; rule: FoundRequirement; component: number }> {
  const page = await workbench.visitAs(email, '/app')
  const { component, rules } = await listRequirements(page)
  const rule = rules[index] ?? { id: 0, displayed_name: '', status: '' }
  await page.goto(`/app/components/${component}/${rule.displayed_name}`)
  await page.getByLabel('Fix', { exact: true }).waitFor()
  return { page, rule, component }
}

test('an author finds a requirement, sets its status, writes, saves and opens the next one by keyboard', async () => {
  const page = await workbench.visitAs(AUTHOR, '/app')
  const { component, rules } = await listRequirements(page)
  const first = rules.find(({ status }) => status === 'Not Yet Determined')
  await page.goto(`/app/components/${component}/edit`)
  await page.getByRole('grid', { name: 'Requirements' }).waitFor()
  await expectGoodLooks(page, 'requirements')
  await page.keyboard.press('/')
  await page.keyboard.type(first?.displayed_name ?? '')
  await page
    .getByRole('status')
    .filter({ hasText: `1 of ${rules.length}` })
    .waitFor()
  await page.keyboard.press('Tab')
  await page.getByRole('row').nth(1).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(new RegExp(`${first?.displayed_name}\\?q=`))
  await page.getByLabel('Fix', { exact: true }).waitFor()
  await savePicture(page, 'requirement')
  await expectGoodLooks(page, 'requirement')
  await page.keyboard.press('s')
  await expectAccessible(page, 'status choices')
  await page.keyboard.press('2')
  await page.keyboard.press('e')
  await expectFocus(page.getByLabel('Fix', { exact: true }))
  await page.keyboard.press('Control+a')
  await page.keyboard.type('Set jvs to 3.')
  await page.keyboard.press('Control+Enter')
  await page.waitForURL((url) => !url.pathname.includes(first?.displayed_name ?? ''))
  await expect
    .poll(() => readRule(page, first?.id ?? 0))
    .toMatchObject({ status: 'Applicable - Configurable', fixtext: 'Set jvs to 3.' })
})

test('the keys of the table start at its first requirement, also after a filter', async () => {
  const page = await workbench.visitAs(AUTHOR, '/app')
  const { component, rules } = await listRequirements(page)
  await page.goto(`/app/components/${component}/edit`)
  await page.getByRole('grid', { name: 'Requirements' }).waitFor()
  const findRow = (index: number) =>
    page.getByRole('row').filter({ hasText: rules[index]?.displayed_name.slice(-6) ?? '' })
  for (const key of ['x', 'j', 'x']) await page.keyboard.press(key)
  await page.getByText('2 selected', { exact: true }).waitFor()
  await expect.poll(() => findRow(1).getAttribute('aria-selected')).toBe('true')
  await page.keyboard.press('/')
  await page.keyboard.type(rules[2]?.displayed_name ?? '')
  await expect.poll(() => findRow(2).getAttribute('aria-current')).toBe('true')
  await page.keyboard.press('Enter')
  await expectFocus(findRow(2))
  await page.keyboard.press('Enter')
  await page.waitForURL(new RegExp(`${rules[2]?.displayed_name}`))
})

test('two users edit at once: overlapping edits await a choice, and the others are saved', async () => {
  const page1 = await openAs(AUTHOR, 2)
  const page2 = await openAs('rosa@demo.example', 2)
  const fix = 'Open Access. If the limit is not set, set it to three for every role.'
  await page1.page.request.patch(`/rules/${page1.rule.id}`, {
    data: { rule: { fixtext: fix } },
    headers: { origin: workbench.url() },
  })
  const field = page1.page.getByLabel('Fix', { exact: true })
  for (const { page } of [page1, page2]) {
    const field = page.getByLabel('Fix', { exact: true })
    await expect.poll(() => field.inputValue()).toBe(fix)
  }
  await page1.page.context().setOffline(true)
  await field.fill(fix.replace('Open Access.', 'Open Access, Sessions.'))
  await page1.page.getByLabel('Discussion', { exact: true }).fill('Ours alone.')
  await page2.page.getByLabel('Fix', { exact: true }).fill(fix.replace('three', 'five'))
  await page2.page.getByText(/^Saved \d/).waitFor()
  await page1.page.context().setOffline(false)
  const conflict = page1.page.getByRole('group', { name: 'Conflict in Fix' })
  await conflict.waitFor()
  await expectGoodLooks(page1.page, 'conflict')
  await page1.page.getByRole('heading', { level: 1 }).focus()
  await page1.page.keyboard.press('3')
  await conflict.waitFor({ state: 'detached' })
  await expect
    .poll(async () => await readRule(page1.page, page1.rule.id))
    .toMatchObject({
      fixtext: fix.replace('Open Access.', 'Open Access, Sessions.').replace('three', 'five'),
      disa_rule_descriptions_attributes: [{ vuln_discussion: 'Ours alone.' }],
    })
})

test('a change by another user names them at the section, and moves no text', async () => {
  const { page, rule } = await openAs(AUTHOR, 6)
  const field = page.getByLabel('Fix', { exact: true })
  await field.focus()
  await page.waitForLoadState('networkidle')
  const before = await field.boundingBox()
  const other = await workbench.visitAs('rosa@demo.example', '/app')
  const { checks_attributes: checks, rule_severity: severity } = await readRule(other, rule.id)
  const check = {
    id: checks[0].id,
    content: checks[0].content.replace(/.$/, (end: string) => (end === '!' ? '.' : '!')),
  }
  const changed = await other.request.patch(`/rules/${rule.id}`, {
    data: { rule: { checks_attributes: [check], rule_severity: severity === 'high' ? 'low' : 'high' } },
    headers: { origin: workbench.url() },
  })
  expect(changed.status()).toBe(200)
  await page.getByText('Changed by Rosa Pier', { exact: true }).waitFor()
  await page.getByText('Severity changed by Rosa Pier').waitFor()
  await page
    .getByRole('status')
    .filter({ hasText: 'Rosa Pier changed Check.' })
    .waitFor({ state: 'attached' })
  expect(await field.boundingBox()).toEqual(before)
})

test('text typed without a connection survives closing the page, and is saved after reconnecting', async () => {
  const { page, rule, component } = await openAs(AUTHOR, 5)
  await page.context().setOffline(true)
  const text = `قفل الجلسة 👩‍🚀 e\u0301 written without a connection at ${Date.now()}`
  await page.getByLabel('Fix', { exact: true }).fill(text)
  await page.getByText('Not saved yet').waitFor()
  const another = await page.context().newPage()
  await page.close()
  await another.context().setOffline(false)
  await another.goto(`/app/components/${component}/edit`)
  const listed = another.getByRole('row').filter({ hasText: rule.displayed_name.slice(-6) })
  await listed.getByTitle('Not saved yet').waitFor()
  await another.goto(`/app/search?q=approved%20notice`)
  await another
    .getByRole('listitem')
    .filter({ hasText: rule.displayed_name })
    .getByTitle('Not saved yet')
    .waitFor()
  await another.goto(`/app/components/${component}/${rule.displayed_name}`)
  await another.getByText(/^Saved \d/).waitFor()
  await expect.poll(() => readRule(another, rule.id)).toMatchObject({ fixtext: text })
})

test('a requirement with unsaved texts is marked in triage and in my work', async () => {
  const { page, rule, component } = await openAs('rosa@demo.example', 20)
  const posted = await page.request.post(`/rules/${rule.id}/reviews`, {
    data: { review: { action: 'comment', comment: 'Which mast?', section: 'fixtext' } },
    headers: { origin: workbench.url() },
  })
  const id: number = (await posted.json()).review.id
  const { id: ownId } = await (await page.request.get('/api/auth/me')).json()
  await page.request.patch(`/reviews/${id}/assignment`, {
    data: { assignee_id: ownId },
    headers: { origin: workbench.url() },
  })
  await page.context().setOffline(true)
  await page.getByLabel('Fix', { exact: true }).fill(`Written without a connection at ${Date.now()}`)
  await page.getByText('Not saved yet').waitFor()
  const another = await page.context().newPage()
  await page.close()
  await another.context().setOffline(false)
  await another.goto(`/app/components/${component}/triage?comment=${id}`)
  const queue = another.getByRole('navigation', { name: 'Queue' })
  await queue.getByTitle('Not saved yet').waitFor()
  await another.goto('/app/')
  const assigned = another.getByRole('list', { name: 'Assigned to me' })
  await assigned
    .getByRole('link', { name: new RegExp(`Comment ${id}`) })
    .getByTitle('Not saved yet')
    .waitFor()
})

test('sections are locked, a review is requested, and readers see why they cannot write', async () => {
  const { page, rule, component } = await openAs('rosa@demo.example', 6)
  await page.getByLabel('Check', { exact: true }).focus()
  await page.keyboard.press('Escape')
  await page.keyboard.press('l')
  await page.getByText('1 of 10 sections locked').waitFor()
  await page.getByText(/Locked by Rosa Pier, /).waitFor()
  await page.keyboard.press('r')
  await expectFocus(page.getByRole('button', { name: /^Request a review/ }))
  await expectAccessible(page, 'review step')
  await page.keyboard.press('Shift+Tab')
  await expectFocus(page.getByRole('textbox', { name: 'Remark' }))
  await page.keyboard.press('Tab')
  await page.keyboard.press('1')
  await page.getByText('under review, so it can’t be changed').waitFor()
  await expect.poll(() => readRule(page, rule.id)).toMatchObject({ locked_fields: { Check: true } })
  await page.keyboard.press('h')
  await page.getByRole('list', { name: 'History' }).waitFor()
  await expectGoodLooks(page, 'history')
  const reader = await workbench.visitAs(
    'vito@demo.example',
    `/app/components/${component}/${rule.displayed_name}`,
  )
  await reader.getByText('Only authors of the project can edit requirements').waitFor()
  await reader
    .getByRole('button', { name: /^Review/ })
    .and(reader.locator(':disabled'))
    .waitFor()
  await expect.poll(() => reader.getByText('save, next undetermined').count()).toBe(0)
  await expectGoodLooks(reader, 'requirement-viewer')
})

test('arrow keys choose the context tab, and the tabs are one tab stop', async () => {
  const { page } = await openAs(AUTHOR, 0)
  const tab = (name: RegExp) => page.getByRole('tab', { name })
  const isInHand = async (name: RegExp) => {
    await expectFocus(tab(name))
    await expect.poll(() => tab(name).getAttribute('aria-selected')).toBe('true')
    await expect.poll(() => page.getByRole('tab', { selected: true }).count()).toBe(1)
    await expect.poll(() => page.locator('[role=tab][tabindex="0"]').count()).toBe(1)
    const panel = page.getByRole('tabpanel', { name })
    await panel.waitFor()
    const readControlled = async () => [
      await tab(name).getAttribute('aria-controls'),
      await panel.getAttribute('id'),
    ]
    await expect.poll(async () => new Set(await readControlled()).size).toBe(1)
  }
  await page.getByRole('tab', { selected: true }).focus()
  await page.keyboard.press('Home')
  await isInHand(/^SRG/)
  await page.keyboard.press('ArrowLeft')
  await isInHand(/^Related/)
  await page.keyboard.press('ArrowRight')
  await isInHand(/^SRG/)
  await page.keyboard.press('End')
  await isInHand(/^Related/)
  await page.keyboard.press('ArrowLeft')
  await isInHand(/^History/)
  await expectAccessible(page, 'context panel')
  await page.keyboard.press('Tab')
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('tabpanel')
  await page.keyboard.press('Shift+Tab')
  await isInHand(/^History/)
})

test('find and replace shows every place first and changes what is ticked', async () => {
  const { page, rule, component } = await openAs(AUTHOR, 8)
  await page.getByLabel('Fix', { exact: true }).fill('Use the crane of the harbor.')
  await page.keyboard.press('Control+s')
  await page.getByText(/^Saved \d/).waitFor()
  await page.goto(`/app/components/${component}/edit`)
  await page.getByRole('button', { name: 'Find and replace' }).press('Enter')
  await page.getByLabel('Find', { exact: true }).fill('crane of the harbor')
  await page.getByLabel('Replace with').fill('lift of the harbor')
  await page.keyboard.press('Enter')
  await page.getByRole('list', { name: 'Matches' }).waitFor()
  await page.getByRole('status').getByText('Matches in 1 text').waitFor()
  await expectAccessible(page, 'find and replace')
  await page.getByRole('button', { name: 'Replace in 1 text' }).press('Enter')
  await page.getByText('1 text changed.').first().waitFor()
  await expect.poll(() => readRule(page, rule.id)).toMatchObject({ fixtext: 'Use the lift of the harbor.' })
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await page.getByText('Undone: 1 requirement.').first().waitFor()
  await expectFocus(page.getByRole('heading', { level: 1 }))
  expect(await readRule(page, rule.id)).toMatchObject({ fixtext: 'Use the crane of the harbor.' })
})

test('a bulk status change is undone by one key, and sections are locked in bulk', async () => {
  const page = await workbench.visitAs('rosa@demo.example', '/app')
  const { component, rules } = await listRequirements(page)
  const [first, two] = rules.slice(10, 12)
  const readStatuses = async () =>
    Promise.all([first, two].map(async (rule) => (await readRule(page, rule?.id ?? 0)).status))
  const before = await readStatuses()
  await page.goto(`/app/components/${component}/edit`)
  const findRow = (rule: FoundRequirement | undefined) =>
    page.getByRole('row').filter({ hasText: rule?.displayed_name.slice(-6) ?? '' })
  await page.getByRole('grid', { name: 'Requirements' }).waitFor()
  const selectBoth = async () => {
    await findRow(first).focus()
    await page.keyboard.press('x')
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await page.getByText('2 selected', { exact: true }).waitFor()
  }
  await page.keyboard.press('z')
  await page.getByText('There is no bulk change').first().waitFor()
  await selectBoth()
  await page.getByRole('button', { name: 'Set status' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Not Applicable' }).press('Enter')
  await page.getByRole('button', { name: 'Change 2' }).press('Enter')
  await page.getByText('2 requirements changed.').first().waitFor()
  await expectFocus(findRow(two))
  await expect.poll(() => readStatuses()).toEqual(['Not Applicable', 'Not Applicable'])
  await findRow(first).focus()
  await page.keyboard.press('z')
  await page.getByText('Undone: 2 requirements.').first().waitFor()
  await expect.poll(() => readStatuses()).toEqual(before)
  await page.getByText('2 requirements changed.').waitFor({ state: 'detached' })

  await selectBoth()
  await page.getByRole('button', { name: 'Lock sections' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Lock sections of 2 requirements' })
  await dialog.getByLabel('Check', { exact: true }).press('Space')
  await dialog.getByText('2 requirements change.').waitFor()
  await expectGoodLooks(page, 'lock-sections')
  await dialog.getByRole('button', { name: 'Lock in 2' }).press('Enter')
  await page.getByText('Check locked in 2 requirements.').first().waitFor()
  const pollLocks = () => expect.poll(async () => (await readRule(page, two?.id ?? 0)).locked_fields)
  await pollLocks().toEqual({ Check: true })
  const notice = page.getByRole('region', { name: 'Notices' }).filter({ hasText: 'Check locked in' })
  await notice.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Restored the locks of 2 requirements').first().waitFor()
  await pollLocks().toEqual({})
  await selectBoth()
  await page.getByRole('button', { name: 'Lock sections' }).press('Enter')
  await dialog.getByLabel('Check', { exact: true }).press('Space')
  await dialog.getByRole('button', { name: 'Lock in 2' }).press('Enter')
  await pollLocks().toEqual({ Check: true })
  await page.goto(`/app/components/${component}/${two?.displayed_name}`)
  await page.getByText(/Locked by Rosa Pier, /).waitFor()
})

test('authors cannot set section locks, and an undo after the time limit shows an error', async () => {
  const page = await workbench.visitAs(AUTHOR, '/app')
  const { component, rules } = await listRequirements(page)
  const rule = rules[14]
  await page.goto(`/app/components/${component}/edit`)
  const row = page.getByRole('row').filter({ hasText: rule?.displayed_name.slice(-6) ?? '' })
  await row.focus()
  await page.keyboard.press('x')
  await page.getByText('1 selected', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Set severity' }).waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Lock sections' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Set severity' }).press('Enter')
  await page
    .getByRole('menuitem', { name: /^CAT I$|high/i })
    .first()
    .press('Enter')
  await page.getByRole('button', { name: 'Change 1' }).press('Enter')
  await page.getByText('1 requirement changed.').first().waitFor()
  await page.request.patch(`/rules/${rule?.id}`, {
    data: { rule: { fixtext: 'Somebody wrote here.' } },
    headers: { origin: workbench.url() },
  })
  await page.getByRole('grid', { name: 'Requirements' }).focus()
  await row.focus()
  await page.keyboard.press('z')
  await page.getByRole('alert').first().waitFor()
  await expect.poll(async () => (await readRule(page, rule?.id ?? 0)).fixtext).toBe('Somebody wrote here.')
})

test('an open text field stays when another user changes the status of the requirement', async () => {
  const { page, rule } = await openAs(AUTHOR, 5)
  const field = page.getByLabel('Fix', { exact: true })
  await field.focus()
  const other = await workbench.visitAs('rosa@demo.example', '/app')
  const changed = await other.request.patch(`/rules/${rule.id}`, {
    data: { rule: { status: 'Not Applicable' } },
    headers: { origin: workbench.url() },
  })
  expect(changed.status()).toBe(200)
  await page.getByRole('button', { name: 'Not needed for Not applicable', exact: false }).waitFor()
  await page.keyboard.press('End')
  await page.keyboard.type('hello')
  expect(await field.inputValue()).toContain('hello')
  await expect
    .poll(() => readRule(page, rule.id))
    .toMatchObject({ fixtext: expect.stringContaining('hello') })
})
