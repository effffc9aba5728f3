import { expect, test } from 'vitest'
import { waitForHeading } from './support/heading.ts'
import { read } from './support/read.ts'
import { createWorkbench } from './support/workbench.ts'

const workbench = createWorkbench({ demo: true })
const OWNER = 'olga@demo.example'

test('the page of a requirement that does not exist offers no keys of the editor', async () => {
  const page = await workbench.visitAs(OWNER, '/app/components/1/HGW3-01-009999')
  await waitForHeading(page, 'Page not found')
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
