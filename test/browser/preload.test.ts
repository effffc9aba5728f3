import { expect, test } from 'vitest'
import { AUTHOR, COMPONENT, OWNER, TRIAGE } from './support/triage.ts'
import { createWorkbench } from './support/workbench.ts'

const workbench = createWorkbench({ demo: true })

/** Records the addresses of the requests that the page's code makes, sent or answered by a preload. */
function recordFetches(): void {
  const fetched: string[] = []
  Reflect.set(window, 'fetched', fetched)
  const send = window.fetch
  window.fetch = (input, init) => {
    fetched.push(input instanceof Request ? input.url : String(input))
    return send(input, init)
  }
}

/** The calls of a batch, each with its input. */
function listCalls(address: string): string[] {
  const { pathname, searchParams } = new URL(address, 'http://localhost')
  const inputs: unknown = JSON.parse(searchParams.get('input') ?? '{}')
  const byIndex = new Map(Object.entries(inputs !== null && typeof inputs === 'object' ? inputs : {}))
  const names = pathname.slice('/trpc/'.length).split(',')
  return names.map((name, index) => `${name} ${JSON.stringify(byIndex.get(String(index)) ?? null)}`)
}

test.each([
  ['My work', '/app/'],
  ['the page of a project', '/app/projects/1'],
  ['the page of a comment', '/app/reviews/5'],
  ['the overview of a component', `/app/components/${COMPONENT}`],
  ['the update of the SRG', `/app/components/${COMPONENT}/rebase`],
  ['the table of requirements', `/app/components/${COMPONENT}/edit`],
  ['the editor', `/app/components/${COMPONENT}/HGW3-01-000014`],
  ['the comments of a component', `/app/components/${COMPONENT}/comments`],
  ['the triage of a component', TRIAGE],
  ['the triage of a component at a comment', `${TRIAGE}?comment=1`],
  ['the triage of a project', '/app/projects/1/triage'],
])('%s uses each preloaded request, and sends none twice', async (_, address) => {
  const page = await workbench.visitAs(AUTHOR, '/up')
  await page.addInitScript(recordFetches)
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'GET' && request.url().includes('/trpc/')) sent.push(request.url())
  })
  await page.goto(address)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.locator('main [aria-busy="true"]').first().waitFor({ state: 'detached' })
  const preloaded = await page
    .locator('link[rel=preload][as=fetch]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
  expect(preloaded).toHaveLength(2)
  const fetched = await page.evaluate(() => Reflect.get(window, 'fetched') as string[])
  for (const url of preloaded) expect(fetched).toContain(url)
  const calls = sent.flatMap(listCalls)
  for (const call of preloaded.flatMap(listCalls)) {
    expect(
      calls.filter((other) => other === call),
      call,
    ).toHaveLength(1)
  }
})

test('the overview reads its banners with its content, so that none appears later and moves it', async () => {
  const page = await workbench.visitAs(OWNER, '/up')
  const batches: string[][] = []
  page.on('request', (request) => {
    if (!request.url().includes('/trpc/')) return
    batches.push(listCalls(request.url()).map((call) => call.split(' ')[0] ?? ''))
  })
  await page.goto(`/app/components/${COMPONENT}`)
  await page.getByRole('figure', { name: 'Open comments over time' }).waitFor()
  expect(batches.find((names) => names.includes('components.summary'))).toEqual(
    expect.arrayContaining(['components.header', 'components.lastRebase']),
  )
})
