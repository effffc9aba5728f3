import { expect, test } from 'vitest'
import { waitForHeading } from './support/heading.ts'
import { PATIENT, read } from './support/read.ts'
import { AUTHOR, OWNER } from './support/triage.ts'
import { createWorkbench } from './support/workbench.ts'

const workbench = createWorkbench({ demo: true })

test('the page of a requirement that does not exist offers no keys of the editor', async () => {
  const page = await workbench.visitAs(OWNER, '/app/components/1/HGW3-01-009999')
  await waitForHeading(page, 'Requirement not found')
  await expect
    .poll(() => page.getByRole('contentinfo').textContent())
    .not.toMatch(/\bnext|previous|go to a number/)
})

test('the page of a guide that the first list of the catalog lacks reads the list again', async () => {
  const page = await workbench.visitAs(OWNER, '/up')
  const [guide] = await read<{ id: number; title: string }[]>(page, '/srgs')
  let lists = 0
  await page.route('**/trpc/*srgs.list*', async (route) => {
    lists += 1
    if (lists > 1) return route.continue()
    const response = await route.fetch()
    const body: { result: { data: unknown } }[] = await response.json()
    const names = new URL(route.request().url()).pathname.replace('/trpc/', '').split(',')
    const json = body.map((item, index) => (names[index] === 'srgs.list' ? { result: { data: [] } } : item))
    return route.fulfill({ response, json })
  })
  await page.goto(`/app/srgs/${guide?.id}`)
  await waitForHeading(page, guide?.title ?? '')
  expect(lists).toBe(2)
})

test('a requirement that is deleted while it is open shows who deleted it and the unsaved texts', async () => {
  const owner = await workbench.visitAs(OWNER, '/up')
  const send = async (method: string, path: string, data: object = {}) =>
    (
      await owner.request.fetch(path, { method, data, headers: { origin: workbench.url() }, ...PATIENT })
    ).json()
  const created = await send('POST', '/components/1/rules', { rule: { duplicate: true, id: 3 } })
  const { id, rule_id: number }: { id: number; rule_id: string } = created.data
  // Addresses may be in lower case.
  const page = await workbench.visitAs(AUTHOR, `/app/components/1/hgw3-01-${number}`)
  const fix = page.getByRole('textbox', { name: 'Fix' })
  await fix.waitFor()
  await page.getByText('Live', { exact: true }).waitFor()
  await page.route('**/trpc/rules.update*', () => undefined)
  await fix.fill('Typed before the requirement was deleted.')
  await send('DELETE', `/rules/${id}`)
  await waitForHeading(page, 'Requirement not found')
  await page.getByText(`Olga Dock deleted HGW3-01-${number}.`, { exact: false }).waitFor()
  await page.getByText('Typed before the requirement was deleted.').waitFor()
  await page.goto(`/app/components/1/${number}`)
  await page.getByText(`Olga Dock deleted HGW3-01-${number}.`, { exact: false }).waitFor()
  await page.getByText('Typed before the requirement was deleted.').waitFor()
  await page.unrouteAll()
  await send('POST', `/rules/${id}/restore`)
  await expect.poll(() => fix.inputValue()).toBe('Typed before the requirement was deleted.')
})
