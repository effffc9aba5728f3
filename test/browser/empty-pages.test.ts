import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { benchmarkFile } from '../support/xccdf.ts'
import { expectAccessible } from './support/looks.ts'
import { PATIENT } from './support/read.ts'
import { ADMIN, aWorkbench } from './support/workbench.ts'

const workbench = aWorkbench()

/** Pages of a new service: nothing is in it but its administrator. */
const NEW_SERVICE: readonly (readonly [string, RegExp])[] = [
  ['/', /The projects that you are in will be here/],
  ['/projects', /^No projects yet/],
  ['/components', /^Nothing is released yet/],
  ['/srgs', /^The catalog is empty/],
  ['/stigs', /^The catalog is empty/],
  ['/srgs/compare', /^Choose two releases of one guide/],
  ['/requirement_relocations', /^No open proposals/],
  ['/search', /^Type two characters or more/],
  ['/search?q=nothing', /^No results/],
  ['/controls?q=zzz', /^No matching controls/],
  ['/users/edit/tokens', /^No access tokens yet/],
  ['/users/1/comments', /^No comments yet/],
  ['/users?q=nothing', /^No matching users/],
  ['/audits?from=2001-01-01&to=2001-01-02', /^No matching entries/],
  ['/administration/settings?q=nothing', /^No matching settings/],
  ['/administration/jobs', /^No jobs/],
]

/** Pages of project 1 without a component. */
const NEW_PROJECT: readonly (readonly [string, RegExp])[] = [
  ['/projects/1', /^No components yet/],
  ['/projects/1/members?q=nothing', /^No matching members/],
  ['/projects/1/templates', /^Save responses that you write often/],
  ['/projects/1/triage', /no comments|Nothing waits|No comments/i],
]

/** Pages of component 1 without a comment. */
const NEW_COMPONENT: readonly (readonly [string, RegExp])[] = [
  ['/components/1/edit?q=nothing', /^No/],
  ['/components/1/comments', /^No comments on the component as a whole yet/],
  ['/components/1/triage', /no comments|Nothing waits|No comments/i],
  ['/components/1/triage?view=clusters', /^No similar open comments/],
  ['/components/1/triage?view=table', /^No comments match these filters/],
  ['/components/1/history', /This is the first version/],
  ['/components/1/deleted', /^No deleted requirements/],
]

async function expectEmpty(page: Page, pages: typeof NEW_SERVICE): Promise<void> {
  for (const [address, text] of pages) {
    await page.goto(`/app${address}`)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await page.locator('main').getByText(text).first().waitFor()
    await expectAccessible(page, `empty ${address}`)
  }
}

test('each page of a new service says what will be there', () =>
  workbench.inTab(ADMIN, (page) => expectEmpty(page, NEW_SERVICE)))

test('each page of a new project and of a new component says what will be there', () =>
  workbench.inTab(ADMIN, async (page) => {
    const headers = { origin: workbench.url() }
    const post = async (path: string, options: object) => {
      const answer = await page.request.post(path, { ...options, headers, ...PATIENT })
      expect(answer.ok(), path).toBe(true)
      return answer.json()
    }
    await post('/projects', { data: { project: { name: 'Empty harbor' } } })
    await expectEmpty(page, NEW_PROJECT)
    const file = {
      name: 'srg.xml',
      mimeType: 'text/xml',
      buffer: Buffer.from(
        benchmarkFile({
          id: 'Harbor_SRG',
          title: 'Harbor SRG',
          rules: [{ version: 'SRG-APP-000001', title: 'Limit sessions' }],
        }),
      ),
    }
    const { srg } = await post('/srgs', { multipart: { file } })
    const component = {
      name: 'Quay',
      prefix: 'QUAY-01',
      title: 'Quay',
      security_requirements_guide_id: srg.id,
    }
    await post('/projects/1/components', { data: { component } })
    await expectEmpty(page, NEW_COMPONENT)
  }))
