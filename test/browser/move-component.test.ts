import { expect, test } from 'vitest'
import { expectGoodLooks } from './support/looks.ts'
import { PATIENT, read } from './support/read.ts'
import { AUTHOR, COMPONENT, OWNER } from './support/triage.ts'
import { ADMIN, createWorkbench } from './support/workbench.ts'

const workbench = createWorkbench({ demo: true })

/** Each attempt of the test has its own projects. */
let tries = 0

interface Summary {
  id: number
  project_id: number
  security_requirements_guide_id: number
}

test('an admin of two projects moves a component after seeing who loses access', async () => {
  tries += 1
  const page = await workbench.visitAs(OWNER, '/up')
  const headers = { origin: workbench.url() }
  const post = async (path: string, data: object) =>
    (await page.request.post(path, { data, headers, ...PATIENT })).json()
  const { project_id: home, security_requirements_guide_id } = await read<Summary>(
    page,
    `/api/components/${COMPONENT}/summary`,
  )
  const { project: target } = await post('/projects', { project: { name: `Lighthouse ${tries}` } })
  const { component } = await post(`/projects/${home}/components`, {
    component: {
      name: `Beacon ${tries}`,
      prefix: `BCN${tries}-01`,
      title: 'Beacon STIG',
      security_requirements_guide_id,
      comment_phase: 'closed',
    },
  })
  await page.goto(`/app/components/${component.id}/settings`)
  await page.getByRole('button', { name: 'Move the component' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: `Move Beacon ${tries}` })
  await dialog.getByRole('button', { name: /Project$/ }).press('Enter')
  await page.getByRole('option', { name: target.name }).press('Enter')
  await dialog.getByText(/^Lose access: .*Vito Mole/).waitFor()
  await dialog.getByText('Gain access: no one').waitFor()
  await expectGoodLooks(page, 'move-component')
  await dialog.getByRole('button', { name: 'Move', exact: true }).press('Enter')
  await page.getByText(`Beacon ${tries} is now in ${target.name}.`).first().waitFor()
  const moved = await read<Summary>(page, `/api/components/${component.id}/summary`)
  expect(moved.project_id).toBe(target.id)
})

test('system administrators who are no members copy and move components, and authors are not offered it', async () => {
  const admin = await workbench.visitAs(ADMIN, `/app/components/${COMPONENT}/copy`)
  await admin.getByRole('button', { name: 'Create component' }).waitFor()
  await admin.goto(`/app/components/${COMPONENT}/settings`)
  await admin.getByRole('button', { name: 'Move the component' }).waitFor()
  const author = await workbench.visitAs(AUTHOR, `/app/components/${COMPONENT}/settings`)
  await author.getByRole('link', { name: 'Deleted requirements' }).waitFor()
  await author.waitForLoadState('networkidle')
  expect(await author.getByRole('link', { name: 'New version or copy' }).count()).toBe(0)
})
