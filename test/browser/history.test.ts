import { expect, test } from 'vitest'
import { waitForHeading } from './support/heading.ts'
import { expectFocus } from './support/keyboard.ts'
import { expectAccessible, expectGoodLooks } from './support/looks.ts'
import { PATIENT, read } from './support/read.ts'
import { createWorkbench } from './support/workbench.ts'

const workbench = createWorkbench({ demo: true })
const OWNER = 'olga@demo.example'
const AUTHOR = 'ari@demo.example'
const VIEWER = 'vito@demo.example'

const origin = () => ({ origin: workbench.url() })

test('two components are compared, and N and P go to the next and previous change', async () => {
  const page = await workbench.visitAs(OWNER, '/app/components/1/history')
  await waitForHeading(page, 'History')
  await page.getByText('Choose a component to compare with.', { exact: false }).waitFor()
  await page.getByRole('button', { name: /Compared with/ }).click()
  await page.getByRole('option', { name: /^Harbor Gateway 1/ }).click()
  await page.getByText('3 updated').waitFor()
  expect(new URL(page.url()).searchParams.get('base')).toBe('3')
  const changes = page.getByRole('article')
  await page.keyboard.press('n')
  await expectFocus(changes.nth(0))
  await page.keyboard.press('n')
  await expectFocus(changes.nth(1))
  await page.keyboard.press('p')
  await expectFocus(changes.nth(0))
  await expect
    .poll(() =>
      changes
        .locator('p', { has: page.locator('ins') })
        .locator('del')
        .count(),
    )
    .toBe(0)
  await expectGoodLooks(page, 'comparison')
  await page.getByRole('button', { name: /Field/ }).click()
  await page.getByRole('option', { name: 'Check' }).click()
  await page.getByText('No differences in this field').waitFor()
})

test('an overlay is compared with the component of the other project that it is based on', async () => {
  const page = await workbench.visitAs(OWNER, '/app')
  const post = async (path: string, data: object) => {
    const answer = await page.request.post(path, { data, headers: origin(), ...PATIENT })
    expect(answer.ok(), path).toBe(true)
    return answer.json()
  }
  const { project } = await post('/projects', { project: { name: 'Overlays' } })
  const overlay = { name: 'Overlay', prefix: 'OVER-01', component_id: 3 }
  const { component } = await post(`/projects/${project.id}/components`, { component: overlay })
  await page.goto(`/app/components/${component.id}/history`)
  await page
    .getByRole('button', { name: /Compared with/ })
    .filter({ hasText: 'Harbor Gateway 1 V1R1' })
    .waitFor()
  await page.getByText('No differences').waitFor()
})

test('the overview of an overlay names a newer release of its base', async () => {
  const page = await workbench.visitAs(OWNER, '/app')
  const send = async (path: string, data: object, method: 'POST' | 'PUT' = 'POST') => {
    const answer = await page.request.fetch(path, { method, data, headers: origin(), ...PATIENT })
    expect(answer.ok(), path).toBe(true)
    return answer.json()
  }
  const { project } = await send('/projects', { project: { name: 'Berths' } })
  const create = async (component: object): Promise<number> =>
    (await send(`/projects/${project.id}/components`, { component })).component.id
  const release = async (id: number) => {
    await send(`/components/${id}/lock`, { review: { action: 'lock_control', comment: 'Done.' } })
    await send(`/components/${id}`, { component: { released: true } }, 'PUT')
  }
  const copy = { duplicate: true, name: 'Berth', prefix: 'BERT-01', version: 1 }
  const first = await create({ ...copy, id: 3, release: 1 })
  await release(first)
  const overlay = await create({ name: 'Berth overlay', prefix: 'BERT-02', component_id: first })
  await page.goto(`/app/components/${overlay}`)
  await page.getByRole('link', { name: 'Berth V1R1' }).waitFor()
  const second = await create({ ...copy, id: first, release: 2 })
  await release(second)
  await page.reload()
  await page.getByText('released since:').getByRole('link', { name: 'Berth V1R2' }).click()
  await page.waitForURL(new RegExp(`/app/components/${second}$`))
})

test('the versions of a component are a timeline, and each is compared with the previous one', async () => {
  const page = await workbench.visitAs(OWNER, '/app/components/5/copy')
  await waitForHeading(page, 'New version or copy')
  await expectAccessible(page, 'copy')
  await page.getByRole('button', { name: 'Create component' }).click()
  await waitForHeading(page, 'Quay Tablet')
  const id = Number(/\/components\/(\d+)/.exec(page.url())?.[1])
  const { rules } = await read<{ rules: { id: number }[] }>(page, `/components/${id}/rules_picker`)
  const changed = await page.request.patch(`/rules/${rules[0]?.id}`, {
    data: { rule: { title: 'Lock the tablet when it is left' } },
    headers: origin(),
    ...PATIENT,
  })
  expect(changed.status()).toBe(200)
  await page.getByRole('link', { name: 'History' }).click()
  await waitForHeading(page, 'History')
  await expect.poll(() => page.getByRole('list', { name: 'Versions' }).getByRole('listitem').count()).toBe(2)
  await page.getByText('1 updated').waitFor()
})

test('an author reverts one field in the history of a requirement', async () => {
  const page = await workbench.visitAs(AUTHOR, '/up')
  const fix = 'Set "sessions.per_account" to 3 or less.'
  const changed = await page.request.patch('/rules/1', {
    data: { rule: { fixtext: 'Set it to a number that the site approves, and write it down.' } },
    headers: origin(),
    ...PATIENT,
  })
  expect(changed.status()).toBe(200)
  await page.goto('/app/components/1/HGW3-01-000001')
  await page.getByRole('tab', { name: 'History' }).click()
  await page.getByRole('button', { name: 'Revert Fix to before this change' }).first().click()
  await page.getByText('Fix reverted').first().waitFor()
  await expect.poll(async () => (await read<{ fixtext: string }>(page, '/rules/1')).fixtext).toBe(fix)
  await expect.poll(() => page.getByLabel('Fix', { exact: true }).inputValue()).toBe(fix)
  await expectAccessible(page, 'reverted')
})

test('a viewer reads the history and cannot revert', async () => {
  const page = await workbench.visitAs(VIEWER, '/app/components/1/HGW3-01-000001')
  await page.getByRole('tab', { name: 'History' }).click()
  await page.getByRole('list', { name: 'History' }).getByRole('listitem').first().waitFor()
  await expect.poll(() => page.getByRole('button', { name: /^Revert/ }).count()).toBe(0)
  await page.goto('/app/projects/1/activity')
  await waitForHeading(page, 'Activity')
  await expectGoodLooks(page, 'activity')
  await page.setViewportSize({ width: 1280, height: 900 })
  const posted = await page.request.post('/rules/3/reviews', {
    data: { review: { action: 'comment', comment: 'Which pier?' } },
    headers: origin(),
    ...PATIENT,
  })
  expect(posted.ok()).toBe(true)
  await page.goto('/app/components/1/history')
  const activity = page.getByRole('list', { name: 'Activity' })
  const comment = activity
    .getByRole('listitem')
    .filter({ hasText: /comment/ })
    .getByRole('link', { name: /^#\d+/ })
    .first()
  const number = /\d+/.exec((await comment.textContent()) ?? '')?.[0]
  await comment.click()
  await page.waitForURL(new RegExp(`(reviews/|comment=)${number}`))
})

test('only a project admin restores a deleted requirement', async () => {
  const page = await workbench.visitAs(OWNER, '/up')
  const removed = await page.request.delete('/rules/31', { headers: origin(), ...PATIENT })
  expect(removed.status()).toBe(200)
  await page.goto('/app/components/1/settings')
  await page.getByRole('link', { name: 'Deleted requirements' }).click()
  await waitForHeading(page, 'Deleted requirements')
  await expectGoodLooks(page, 'deleted')
  const author = await workbench.visitAs(AUTHOR, '/app/components/1/deleted')
  await author.getByText('Only a project admin can restore requirements.').waitFor()
  await expect.poll(() => author.getByRole('button', { name: /^Restore/ }).count()).toBe(0)
  await page.getByRole('button', { name: /^Restore/ }).press('Enter')
  await page.getByText('No deleted requirements').waitFor()
  await expectFocus(page.getByRole('heading', { name: 'Deleted requirements', level: 1 }))
})

test('deleting a project lists what it deletes and asks for the name', async () => {
  const page = await workbench.visitAs(OWNER, '/app/projects/1/settings')
  await waitForHeading(page, 'Settings')
  await page.getByRole('button', { name: 'Delete the project' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByText(/\d+ components, 1 of them released/).waitFor()
  await dialog.getByText(/\d+ requirements with all comments/).waitFor()
  await expect.poll(() => dialog.getByRole('button', { name: 'Delete the project' }).isDisabled()).toBe(true)
  await expectAccessible(page, 'project deletion')
})
