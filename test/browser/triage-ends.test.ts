import { expect, test } from 'vitest'
import { expectFocus } from './support/keyboard.ts'
import { expectAccessible, expectGoodLooks } from './support/looks.ts'
import { read } from './support/read.ts'
import { createTriage, AUTHOR, COMPONENT, OWNER, waitUntilSelected, TRIAGE } from './support/triage.ts'
import { createWorkbench } from './support/workbench.ts'

const workbench = createWorkbench({ demo: true })
const { comments, stored, openTriage, write } = createTriage(workbench)

const SIZES = [
  { width: 1280, height: 800 },
  { width: 360, height: 740 },
]

test('the form of a decision replaces the decisions below the comment and stays in the window', async () => {
  const { ids, rule } = await comments(10, ['Pelican one', 'Pelican two'])
  for (const viewport of SIZES) {
    const page = await openTriage(AUTHOR, rule, ids[0])
    await page.setViewportSize(viewport)
    for (const [key, label] of [
      ['5', /^Duplicate of which/],
      ['6', /^Addressed by which/],
    ] as const) {
      await page.keyboard.press(key)
      const question = page.getByRole('group', { name: label })
      await question.waitFor()
      const { x, y, width, height } = (await question.boundingBox()) ?? { x: -1, y: -1, width: 0, height: 0 }
      expect(Math.min(x, y)).toBeGreaterThanOrEqual(0)
      expect(x + width).toBeLessThanOrEqual(viewport.width)
      expect(y + height).toBeLessThanOrEqual(viewport.height)
      const message = page
        .getByRole('region', { name: `Comment ${ids[0]}`, exact: true })
        .getByText('Pelican one')
      const readBottom = async () => ((await message.first().boundingBox()) ?? { y: Infinity }).y
      await expect.poll(readBottom).toBeLessThan(y)
      await question.getByRole('button', { name: 'Cancel' }).waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Clarify' }).waitFor()
      await expectFocus(page.getByRole('region', { name: `Comment ${ids[0]}`, exact: true }))
    }
  }
})

test('the decisions are below the comment at 400 % zoom and do not cover it', async () => {
  const { ids, rule } = await comments(26, ['Puffin one'])
  const page = await openTriage(AUTHOR, rule, ids[0])
  await page.setViewportSize({ width: 320, height: 256 })
  const decide = page.getByRole('region', { name: 'Decide' })
  await expect.poll(() => decide.evaluate((element) => getComputedStyle(element).position)).toBe('static')
  const overflowing = await decide
    .getByRole('button')
    .evaluateAll((buttons) => buttons.filter((button) => button.scrollWidth > button.clientWidth).length)
  expect(overflowing).toBe(0)
})

test('one tap accepts and closes on a touch screen, and a notice does not cover the decisions', async () => {
  const { ids, rule } = await comments(12, ['Plover one', 'Plover two'])
  const page = await workbench.visitAs(AUTHOR, `${TRIAGE}?rule_id=${rule.id}`, {
    hasTouch: true,
    viewport: { width: 360, height: 740 },
  })
  await waitUntilSelected(page, ids[0])
  await page.getByRole('button', { name: 'Accept and close' }).tap()
  await waitUntilSelected(page, ids[1])
  await expect.poll(async () => (await stored(page, ids[0])).adjudicated_at).not.toBeNull()
  await page.getByRole('button', { name: 'All actions' }).tap()
  await page.getByRole('menuitem', { name: 'Assign, with a due date' }).waitFor()
})

test('the table shows the comment on a phone', async () => {
  const { rule } = await comments(13, ['Petrel one'])
  const page = await workbench.visitAs(AUTHOR, `${TRIAGE}?view=table&rule_id=${rule.id}`)
  await page.setViewportSize({ width: 360, height: 740 })
  const cell = page.getByRole('gridcell', { name: 'Petrel one' })
  await expect
    .poll(async () => {
      const { x, width } = (await cell.boundingBox()) ?? { x: 360, width: 0 }
      return { right: x + width <= 360, width: width >= 150 }
    })
    .toEqual({ right: true, width: true })
})

test('the Undo button moves the focus to the restored comment', async () => {
  const { ids, rule } = await comments(15, ['Petrel one', 'Petrel two'])
  const page = await openTriage(AUTHOR, rule, ids[0])
  await page.keyboard.press('1')
  await waitUntilSelected(page, ids[1])
  await page.getByRole('button', { name: `Undo: ${ids[0]} Accepted` }).press('Enter')
  await expectFocus(page.getByRole('region', { name: `Comment ${ids[0]}`, exact: true }))
})

test('a summary after the last comment closes all decided comments at once', async () => {
  const { ids, rule } = await comments(14, ['Phalarope one'])
  const page = await openTriage(AUTHOR, rule, ids[0])
  await write(page, 'PATCH', '/reviews/bulk_triage', {
    filter: { component_id: COMPONENT },
    triage_status: 'concur',
  })
  const last = await comments(14, ['Phalarope two'])
  await page.goto(`${TRIAGE}?rule_id=${rule.id}`)
  await waitUntilSelected(page, last.ids[0])
  await page.keyboard.press('1')
  const progress = page.getByRole('region', { name: 'Progress' })
  await progress.getByRole('heading', { name: /^All \d+ comments are decided$/ }).waitFor()
  await expectGoodLooks(page, 'triage-finished')
  await progress.getByRole('button', { name: /^Close all \d+ decided comments$/ }).press('Enter')
  await expect.poll(async () => (await stored(page, last.ids[0])).adjudicated_at).not.toBeNull()
  await expect.poll(async () => (await stored(page, ids[0])).adjudicated_at).not.toBeNull()
  await expectFocus(progress)
  await expectAccessible(page, 'closed together')
  await page.getByRole('button', { name: /^Undo: .* Closed$/ }).press('Enter')
  await expect.poll(async () => (await stored(page, ids[0])).adjudicated_at).toBeNull()
  expect((await stored(page, ids[0])).triage_status).toBe('concur')
  // A visitor without pending comments sees the same message.
  await page.goto(TRIAGE)
  await progress.getByRole('button', { name: /^Close all/ }).waitFor()
})

test('the triage of a project counts the decided comments, and no longer offers to close them once all are closed', async () => {
  const page = await workbench.visitAs(OWNER, '/up')
  const post = async (path: string, data: object) => {
    const answer = await page.request.post(path, { data, headers: { origin: workbench.url() } })
    expect(answer.ok(), path).toBe(true)
    return answer.json()
  }
  const { project } = await post('/projects', { project: { name: `Sandpiper ${crypto.randomUUID()}` } })
  const [srg] = await read<{ id: number }[]>(page, '/srgs')
  const { component } = await post(`/projects/${project.id}/components`, {
    component: {
      name: 'Sandpiper',
      prefix: 'SAND-01',
      title: 'Sandpiper',
      security_requirements_guide_id: srg?.id,
    },
  })
  const { rules } = await read<{ rules: { id: number }[] }>(page, `/components/${component.id}/rules_picker`)
  const { review } = await post(`/rules/${rules[0]?.id}/reviews`, {
    review: { action: 'comment', section: 'fixtext', comment: 'Name the tool' },
  })
  await write(page, 'PATCH', `/reviews/${review.id}/triage`, { triage_status: 'concur' })
  await page.goto(`/app/projects/${project.id}/triage`)
  const progress = page.getByRole('region', { name: 'Progress' })
  await progress.getByRole('button', { name: 'Close 1 decided comment' }).press('Enter')
  await expect.poll(async () => (await stored(page, review.id)).adjudicated_at).not.toBeNull()
  await expect.poll(() => progress.getByRole('button', { name: /^Close/ }).count()).toBe(0)
})
