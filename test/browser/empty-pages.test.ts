import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { createBenchmarkFile } from '../support/xccdf.ts'
import { expectAccessible } from './support/looks.ts'
import { PATIENT } from './support/read.ts'
import { ADMIN, createWorkbench } from './support/workbench.ts'

const workbench = createWorkbench()

type Pages = readonly (readonly [string, RegExp])[]

/** Pages of a new service with only an administrator. */
const NEW_SERVICE: Pages = [
  ['/', /Your projects appear here/],
  ['/projects', /^No projects yet/],
  ['/components', /^No released components yet/],
  ['/srgs', /^No SRGs yet/],
  ['/stigs', /^No STIGs yet/],
  ['/srgs/compare', /^Choose two releases of one guide/],
  ['/requirement_relocations', /^No open proposals/],
  ['/search', /^Type at least two characters/],
  ['/search?q=nothing', /^No results/],
  ['/controls?q=zzz', /^No matching controls/],
  ['/users/edit/tokens', /^No access tokens yet/],
  ['/users/1/comments', /^No comments yet/],
  ['/users/1/comments?triage_status=concur', /^No comments with this decision/],
  ['/users?q=nothing', /^No matching users/],
  ['/audits?from=2001-01-01&to=2001-01-02', /^No matching entries/],
  ['/administration/settings?q=nothing', /^No matching settings/],
  ['/administration/jobs', /^No jobs/],
]

/** Pages of a project without a component. */
const ofProject = (id: number): Pages => [
  [`/projects/${id}`, /^No components yet/],
  [`/projects/${id}/members?q=nothing`, /^No matching members/],
  [`/projects/${id}/templates`, /^Save responses that you write often/],
  [`/projects/${id}/triage`, /no comments|Nothing waits|No comments/i],
]

/** Pages of a component without a comment. */
const ofComponent = (id: number): Pages => [
  [`/components/${id}/edit?q=nothing`, /^No requirements match these filters/],
  [`/components/${id}/comments`, /^No comments on the component itself yet/],
  [`/components/${id}/triage`, /no comments|Nothing waits|No comments/i],
  [`/components/${id}/triage?view=clusters`, /^No similar open comments/],
  [`/components/${id}/triage?view=table`, /^No comments match these filters/],
  [`/components/${id}/history`, /This is the first version/],
  [`/components/${id}/deleted`, /^No deleted requirements/],
]

async function expectEmpty(page: Page, pages: Pages): Promise<void> {
  for (const [address, text] of pages) {
    await page.goto(`/app${address}`)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await page.locator('main').getByText(text).first().waitFor()
    await expectAccessible(page, `empty ${address}`)
  }
}

test('each page of a new service describes its future content', () =>
  workbench.inTab(ADMIN, (page) => expectEmpty(page, NEW_SERVICE)))

test('each page of a new project and of a new component describes its future content', () =>
  workbench.inTab(ADMIN, async (page) => {
    const headers = { origin: workbench.url() }
    const post = async (path: string, options: object) => {
      const answer = await page.request.post(path, { ...options, headers, ...PATIENT })
      expect(answer.ok(), path).toBe(true)
      return answer.json()
    }
    const { project } = await post('/projects', { data: { project: { name: 'Empty harbor' } } })
    await expectEmpty(page, ofProject(project.id))
    expect(await page.getByRole('button', { name: 'Close the decided comments' }).count()).toBe(0)
    const file = {
      name: 'srg.xml',
      mimeType: 'text/xml',
      buffer: Buffer.from(
        createBenchmarkFile({
          id: 'Harbor_SRG',
          title: 'Harbor SRG',
          rules: [{ version: 'SRG-APP-000001', title: 'Limit sessions' }],
        }),
      ),
    }
    const { guides } = await post('/srgs', { multipart: { file } })
    const component = {
      name: 'Quay',
      prefix: 'QUAY-01',
      title: 'Quay',
      security_requirements_guide_id: guides[0].id,
    }
    const created = await post(`/projects/${project.id}/components`, { data: { component } })
    await expectEmpty(page, ofComponent(created.component.id))
  }))

test('each tab of the guides leads to a page that has these tabs', () =>
  workbench.inTab(ADMIN, async (page) => {
    await page.goto('/app/srgs')
    const tabs = page.getByRole('navigation', { name: 'Guides' })
    for (const name of ['STIGs', 'Released components', 'Controls', 'Relocations', 'SRGs']) {
      await tabs.getByRole('link', { name, exact: true }).click()
      await page.getByRole('heading', { name, level: 1 }).waitFor()
      await tabs.locator('[aria-current="page"]').getByText(name).waitFor()
    }
  }))
