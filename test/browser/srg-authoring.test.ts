import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { createBenchmarkFile } from '../support/xccdf.ts'
import { expectGoodLooks } from './support/looks.ts'
import { PATIENT, read } from './support/read.ts'
import { ADMIN, createWorkbench } from './support/workbench.ts'

const workbench = createWorkbench()
/** Each attempt of the test releases its own SRG. */
let tries = 0

interface StoredComponent {
  rules: { id: number; rule_id: string; fixtext: string | null }[]
}

const headers = () => ({ origin: workbench.url() })
const post = async (page: Page, path: string, data: object) =>
  (await page.request.post(path, { data, headers: headers(), ...PATIENT })).json()

/** Creates a project, and a core SRG in the catalog; returns the project's id. */
async function createProject(page: Page, name: string): Promise<number> {
  const buffer = Buffer.from(
    createBenchmarkFile({
      id: 'Application_Core_SRG',
      title: 'Application Core SRG',
      rules: [{ version: 'SRG-APP-000001', title: 'The application must limit sessions.' }],
    }),
  )
  const file = { name: 'core.xml', mimeType: 'text/xml', buffer }
  await page.request.post('/srgs', { multipart: { file }, headers: headers(), ...PATIENT })
  const { project } = await post(page, '/projects', { project: { name } })
  return project.id
}

test('a system administrator writes an SRG, releases it, and finds it in the catalog', async () => {
  tries += 1
  const name = `Crane ${tries} SRG`
  const page = await workbench.visitAs(ADMIN, '/app/projects')
  const projectId = await createProject(page, name)
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto(`${workbench.url()}/app/projects/${projectId}/components/new`)
  await page.getByText('SRG: for a technology').click()
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.getByRole('textbox', { name: 'Prefix' }).fill('CRAN-01')
  await page.getByRole('textbox', { name: 'Title' }).fill(`${name} of the harbor`)
  await page.getByRole('button', { name: 'Create component' }).press('Enter')
  await page.waitForURL(/\/app\/components\/\d+$/)
  const id = Number(page.url().split('/').at(-1))

  await page.goto(`${workbench.url()}/app/components/${id}/CRAN-01-000001`)
  const fix = page.getByLabel('Fix', { exact: true })
  await fix.fill('Limit the sessions of the crane.')
  await page.keyboard.press('Control+S')
  const readFirstRule = async () => (await read<StoredComponent>(page, `/components/${id}`)).rules[0]
  await expect.poll(async () => (await readFirstRule())?.fixtext).toBe('Limit the sessions of the crane.')
  await expectGoodLooks(page, 'srg-requirement')
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.request.patch(`/rules/${(await readFirstRule())?.id}`, {
    data: { rule: { status: 'Applicable' } },
    headers: headers(),
    ...PATIENT,
  })
  await post(page, `/components/${id}/lock`, { review: { action: 'lock_control', comment: 'Done.' } })

  await page.goto(`${workbench.url()}/app/components/${id}/readiness`)
  await page.getByText('The guide appears in the catalog.').waitFor()
  await page.getByRole('textbox', { name: /^Type .* to release it$/ }).fill(await releaseName(page))
  await expectGoodLooks(page, 'srg-release')
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByRole('button', { name: /^Release Crane/ }).press('Enter')
  await page
    .getByRole('heading', { name: /is released/ })
    .first()
    .waitFor()
  await page.goto(`${workbench.url()}/app/srgs`)
  await page.getByText(`${name} of the harbor`).first().waitFor()
})

/** The name that the release requires, as in its label. */
async function releaseName(page: Page): Promise<string> {
  const label = await page.getByText(/^Type .* to release it$/).innerText()
  return label.replace(/^Type /, '').replace(/ to release it$/, '')
}
