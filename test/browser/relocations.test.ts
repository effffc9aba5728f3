import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { createBenchmarkFile } from '../support/xccdf.ts'
import { expectFocus } from './support/keyboard.ts'
import { expectGoodLooks } from './support/looks.ts'
import { PATIENT, read } from './support/read.ts'
import { ADMIN, createWorkbench, PASSWORD } from './support/workbench.ts'

const workbench = createWorkbench()

/** Each attempt of the test has its own project. */
let tries = 0

interface Relocation {
  id: number
  component_id: number
  executed_at: string | null
  declined_at: string | null
  source_displayed_name: string
  target_displayed_name: string | null
}

/** Recalls the open proposals of an earlier attempt of the test. */
async function recallOpen(page: Page): Promise<void> {
  const all = await read<Relocation[]>(page, '/requirement_relocations')
  for (const { id } of all.filter((item) => item.executed_at === null && item.declined_at === null)) {
    const headers = { origin: workbench.url() }
    await page.request.delete(`/requirement_relocations/${id}`, { headers, ...PATIENT })
  }
}

/** Creates a project with two SRG components on one core SRG; returns the first component's id. */
async function createTwoComponents(page: Page, project: string): Promise<number> {
  return (await createPiers(page, project)).componentIds[0] ?? 0
}

/** Creates a project with two SRG components on one core SRG. */
async function createPiers(
  page: Page,
  project: string,
): Promise<{ projectId: number; componentIds: number[] }> {
  const headers = { origin: workbench.url() }
  const file = {
    name: 'core.xml',
    mimeType: 'text/xml',
    buffer: Buffer.from(
      createBenchmarkFile({
        id: 'Application_Core_SRG',
        title: 'Application Core SRG',
        rules: [
          { version: 'SRG-APP-000001', title: 'Limit sessions' },
          { version: 'SRG-APP-000002', title: 'Log events' },
          { version: 'SRG-APP-000003', title: 'Rotate keys' },
        ],
      }),
    ),
  }
  const { srg } = await (
    await page.request.post('/srgs', { multipart: { file }, headers, ...PATIENT })
  ).json()
  const post = async (path: string, data: object) =>
    (await page.request.post(path, { data, headers, ...PATIENT })).json()
  const created = await post('/projects', { project: { name: project } })
  const ids: number[] = []
  for (const [name, prefix] of [
    ['Pier SRG', 'PIER-01'],
    ['Crane SRG', 'CRAN-01'],
  ]) {
    const { component } = await post(`/projects/${created.project.id}/components`, {
      component: { name, prefix, title: name, document_type: 'srg', security_requirements_guide_id: srg.id },
    })
    ids.push(component.id)
  }
  return { projectId: created.project.id, componentIds: ids }
}

/** Chooses an option of a collapsed list. */
async function choose(page: Page, label: string, option: RegExp): Promise<void> {
  const list = page.getByRole('button', { name: new RegExp(`${label}$`) })
  await expect.poll(() => list.isEnabled()).toBe(true)
  await list.press('Enter')
  await page.getByRole('option', { name: option }).press('Enter')
}

/** Chooses a technology of a visible component. */
async function chooseTechnology(page: Page, token: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Move to technology' }).fill(token.toLowerCase())
  await page.getByRole('option', { name: new RegExp(`^${token} `) }).click()
  await page.getByRole('listbox').waitFor({ state: 'detached' })
}

test('relocations are proposed, previewed, accepted, declined and recalled', async () => {
  tries += 1
  const project = `Piers ${tries}`
  const inProject = new RegExp(project)
  const page = await workbench.visitAs(ADMIN, '/app/requirement_relocations')
  await recallOpen(page)
  await page.reload()
  await page.getByText(/^No open proposals/).waitFor()
  await expectGoodLooks(page, 'relocations-empty')
  await page.setViewportSize({ width: 1280, height: 900 })
  const sourceId = await createTwoComponents(page, project)
  await page.reload()

  const propose = async (requirement: string) => {
    await page.getByRole('button', { name: 'Propose relocation' }).press('Enter')
    await page.getByRole('button', { name: 'Choose a project Project of the source component' }).waitFor()
    await page.getByRole('button', { name: 'None Source component' }).waitFor()
    await choose(page, 'Project of the source component', inProject)
    await choose(page, 'Source component', /Pier SRG/)
    await page.getByRole('combobox', { name: 'Requirement' }).fill(requirement)
    await page.getByRole('option', { name: new RegExp(requirement) }).click()
    await page.getByRole('listbox').waitFor({ state: 'detached' })
    await chooseTechnology(page, 'CRAN')
    await page.getByRole('button', { name: 'Propose', exact: true }).press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  await propose('Limit sessions')
  await page.getByRole('button', { name: 'Preview and accept PIER-01-000001' }).press('Enter')
  await choose(page, 'Project of the target component', inProject)
  await choose(page, 'Target component', /Crane SRG/)
  await page.getByText('in Crane SRG').waitFor()
  await page.getByRole('region', { name: 'Texts of PIER-01-000001' }).getByText('Discussion 1').waitFor()
  await expectGoodLooks(page, 'relocation-preview')
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByRole('button', { name: 'Move requirement' }).press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByText(/^No open proposals/).waitFor()

  await propose('Log events')
  await page.getByRole('button', { name: 'Recall PIER-01-000002' }).press('Enter')
  const recalling = page.getByRole('alertdialog', { name: 'Recall the proposal for PIER-01-000002?' })
  await recalling.getByText('deletes the proposal').waitFor()
  await recalling.getByRole('button', { name: 'Recall proposal' }).press('Enter')
  await page.getByText(/^No open proposals/).waitFor()
  await expectFocus(page.getByRole('heading', { name: 'Relocations', level: 1 }))
  await propose('Log events')
  await propose('Rotate keys')
  await page.getByRole('button', { name: 'Decline PIER-01-000002' }).press('Enter')
  await choose(page, 'Project of the target component', inProject)
  await choose(page, 'Target component', /Crane SRG/)
  await page.getByRole('textbox', { name: 'Rationale' }).fill('It belongs to piers.')
  await page.getByRole('button', { name: 'Decline', exact: true }).press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await expectFocus(page.getByRole('link', { name: 'PIER-01-000003' }))
  await page.getByRole('button', { name: 'Recall PIER-01-000003' }).press('Enter')
  await page.getByRole('button', { name: 'Recall proposal' }).press('Enter')
  await page.getByText(/^No open proposals/).waitFor()
  await page.getByRole('tab', { name: /Declined/ }).press('Enter')
  await page.getByText('It belongs to piers.').first().waitFor()
  const tabs = page.getByRole('tab')
  await tabs.filter({ hasText: 'Declined' }).press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => tabs.filter({ hasText: 'Accepted' }).getAttribute('aria-selected')).toBe('true')
  await page
    .getByText(/CRAN-01-\d+ in Crane SRG/)
    .first()
    .waitFor()
  await expectGoodLooks(page, 'relocations')
  const stored = await read<Relocation[]>(page, '/requirement_relocations')
  expect(
    stored
      .filter((item) => item.component_id === sourceId)
      .map((item) => [item.source_displayed_name, item.target_displayed_name !== null]),
  ).toEqual([
    ['PIER-01-000001', true],
    ['PIER-01-000002', false],
  ])
})

test('a relocation is proposed from its requirement', async () => {
  tries += 1
  const page = await workbench.visitAs(ADMIN, '/app/requirement_relocations')
  await recallOpen(page)
  const id = await createTwoComponents(page, `Piers ${tries}`)
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto(`${workbench.url()}/app/components/${id}/PIER-01-000001`)
  await page.getByRole('tab', { name: 'Related' }).press('Enter')
  await page.getByRole('button', { name: 'Propose relocation' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Propose relocation of PIER-01-000001' })
  await dialog.waitFor()
  await expectGoodLooks(page, 'relocation-of-requirement')
  await page.setViewportSize({ width: 1280, height: 900 })
  await chooseTechnology(page, 'CRAN')
  await page.getByRole('button', { name: 'Propose', exact: true }).press('Enter')
  await dialog.waitFor({ state: 'detached' })
  const stored = await read<Relocation[]>(page, '/requirement_relocations')
  expect(stored.filter((item) => item.component_id === id).map((item) => item.source_displayed_name)).toEqual(
    ['PIER-01-000001'],
  )
})

test('a viewer of the source sees proposals with their title, without actions', async () => {
  tries += 1
  const admin = await workbench.visitAs(ADMIN, '/app/requirement_relocations')
  await recallOpen(admin)
  const id = await createTwoComponents(admin, `Piers ${tries}`)
  const { rules } = await read<{ rules: { id: number }[] }>(admin, `/components/${id}/rules_picker`)
  const headers = { origin: workbench.url() }
  const post = (path: string, data: object) => admin.request.post(path, { data, headers, ...PATIENT })
  await post(`/rules/${rules[0]?.id}/relocations`, {
    requirement_relocation: { target_technology_token: 'CRAN' },
  })
  const email = `viewer${tries}@demo.example`
  const user = { name: 'Vera Wave', email, password: PASSWORD, current_password: PASSWORD }
  const created: { user: { id: number } } = await (await post('/users/admin_create', { user })).json()
  await post('/memberships', {
    membership: { user_id: created.user.id, membership_id: id, membership_type: 'Component', role: 'viewer' },
  })
  const page = await workbench.visitAs(email, '/app/requirement_relocations')
  await page.getByText('Limit sessions').waitFor()
  expect(await page.getByRole('button', { name: /PIER-01-000001/ }).count()).toBe(0)
  await admin.reload()
  await admin.getByRole('button', { name: 'Recall PIER-01-000001' }).waitFor()
})

/** Creates a user with a role in a project; returns the address. */
async function createMember(page: Page, name: string, projectId: number, role: string): Promise<string> {
  const headers = { origin: workbench.url() }
  const post = async (path: string, data: object) =>
    (await page.request.post(path, { data, headers, ...PATIENT })).json()
  const email = `${name}${tries}@demo.example`
  const user = { name, email, password: PASSWORD, current_password: PASSWORD }
  const created = await post('/users/admin_create', { user })
  await post('/memberships', {
    membership: { user_id: created.user.id, membership_id: projectId, membership_type: 'Project', role },
  })
  return email
}

test('an author of another project accepts what its authors are asked for', async () => {
  tries += 1
  const admin = await workbench.visitAs(ADMIN, '/app/requirement_relocations')
  await recallOpen(admin)
  const source = await createPiers(admin, `Piers ${tries}`)
  const target = await createPiers(admin, `Cranes ${tries}`)
  const headers = { origin: workbench.url() }
  await admin.request.put(`/projects/${target.projectId}`, {
    data: { project: { visibility: 'discoverable' } },
    headers,
    ...PATIENT,
  })
  const proposer = await createMember(admin, 'Paula', source.projectId, 'author')
  const receiver = await createMember(admin, 'Rahel', target.projectId, 'author')

  const page = await workbench.visitAs(proposer, `/app/components/${source.componentIds[0]}/PIER-01-000001`)
  await page.getByRole('tab', { name: 'Related' }).press('Enter')
  await page.getByRole('button', { name: 'Propose relocation' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Propose relocation of PIER-01-000001' })
  await dialog.getByText('Only an author of both components can accept.').waitFor()
  await chooseTechnology(page, 'CRAN')
  await choose(page, 'Receiving project', new RegExp(`^Cranes ${tries}$`))
  await dialog.getByText('The project’s authors see the proposal.').waitFor()
  await page.getByRole('button', { name: 'Propose', exact: true }).press('Enter')
  await dialog.waitFor({ state: 'detached' })

  const receiving = await workbench.visitAs(receiver, '/app/', { locale: 'de-DE' })
  await receiving
    .getByRole('list', { name: 'Mir vorgeschlagene Verlagerungen' })
    .getByRole('link', { name: /PIER-01-000001/ })
    .press('Enter')
  await receiving.getByText(`Von Pier SRG nach CRAN in Cranes ${tries}`).waitFor()
  expect(
    await receiving
      .getByRole('main')
      .getByRole('link', { name: /Pier|PIER/ })
      .count(),
  ).toBe(0)
  await receiving.getByRole('button', { name: 'PIER-01-000001 ansehen und annehmen' }).press('Enter')
  await receiving.getByText('Die übrigen Texte können jetzt nur Mitglieder von Pier SRG lesen.').waitFor()
  await choose(receiving, 'Zielkomponente', /Pier SRG/)
  await receiving.getByText('Das Ziel gehört zu einer anderen Technologie als im Vorschlag.').waitFor()
  await choose(receiving, 'Zielkomponente', /Crane SRG/)
  await receiving.getByText('in Crane SRG').waitFor()
  await receiving.getByRole('button', { name: 'Anforderung verlagern' }).press('Enter')
  await receiving.getByText(/^Keine offenen Vorschläge/).waitFor()
  await page.goto(`${workbench.url()}/app/requirement_relocations?state=accepted`)
  await page.getByText(/^Proposed by Paula .*, accepted by Rahel on /).waitFor()
})

test('the form explains to a reader of a component that only its authors can propose relocations', async () => {
  tries += 1
  const admin = await workbench.visitAs(ADMIN, '/app/requirement_relocations')
  const { projectId } = await createPiers(admin, `Piers ${tries}`)
  const reader = await createMember(admin, 'Ria', projectId, 'viewer')
  const page = await workbench.visitAs(reader, '/app/requirement_relocations')
  await page.getByRole('button', { name: 'Propose relocation' }).press('Enter')
  await choose(page, 'Project of the source component', new RegExp(`^Piers ${tries}$`))
  await choose(page, 'Source component', /Pier SRG/)
  await page.getByText('Only authors of the component can propose relocations.').waitFor()
  expect(await page.getByRole('combobox', { name: 'Requirement' }).count()).toBe(0)
})

test('a proposal that someone else closed meanwhile disappears with an explanation', async () => {
  tries += 1
  const admin = await workbench.visitAs(ADMIN, '/app/requirement_relocations')
  await recallOpen(admin)
  const id = await createTwoComponents(admin, `Piers ${tries}`)
  const { rules } = await read<{ rules: { id: number }[] }>(admin, `/components/${id}/rules_picker`)
  await admin.request.post(`/rules/${rules[0]?.id}/relocations`, {
    data: { requirement_relocation: { target_technology_token: 'CRAN' } },
    headers: { origin: workbench.url() },
    ...PATIENT,
  })
  await admin.reload()
  await admin.getByRole('button', { name: 'Recall PIER-01-000001' }).press('Enter')
  await recallOpen(admin)
  await admin.getByRole('button', { name: 'Recall proposal' }).press('Enter')
  const notices = admin.getByRole('region', { name: 'Notices' })
  await notices.getByText('The proposal for PIER-01-000001 was already closed by someone else.').waitFor()
})

test('an accepted requirement is in the table of its new component that was open before', async () => {
  tries += 1
  const page = await workbench.visitAs(ADMIN, '/app/requirement_relocations')
  await recallOpen(page)
  const project = `Piers ${tries}`
  const { componentIds } = await createPiers(page, project)
  const [sourceId, targetId] = componentIds
  const { rules } = await read<{ rules: { id: number }[] }>(page, `/components/${sourceId}/rules_picker`)
  await page.request.post(`/rules/${rules[0]?.id}/relocations`, {
    data: { requirement_relocation: { target_technology_token: 'CRAN' } },
    headers: { origin: workbench.url() },
    ...PATIENT,
  })
  await page.goto(`/app/components/${targetId}/edit`)
  const rows = page.getByRole('grid').getByRole('row').filter({ hasText: 'Limit sessions' })
  await expect.poll(() => rows.count()).toBe(1)
  // Without a reload, the table stays in memory.
  await page.getByRole('link', { name: 'Guides' }).first().press('Enter')
  await page.getByRole('link', { name: 'Relocations' }).press('Enter')
  await page.getByRole('button', { name: 'Preview and accept PIER-01-000001' }).press('Enter')
  await choose(page, 'Project of the target component', new RegExp(project))
  await choose(page, 'Target component', /Crane SRG/)
  await page.getByText('in Crane SRG').waitFor()
  await page.getByRole('button', { name: 'Move requirement' }).press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.goBack()
  await page.goBack()
  await expect.poll(() => rows.count()).toBe(2)
})
