import { SrgRule } from '../../../entities/srg-rule.ts'
import { toArchive, peerArchive } from '../archives.ts'
import { setPhase } from '../comments.ts'
import { unique } from '../factories.ts'
import { download } from '../files.ts'
import { createCciList, createOscalCatalog, toJsonBytes } from '../reference-documents.ts'
import { createFileForm, createGuideFile, uploadGuide, uploadReference } from '../uploads.ts'
import type { World } from '../world.ts'
import type { Recipes, RecipeScene } from './scene.ts'

export async function createStig(world: World, { admin }: RecipeScene): Promise<number> {
  const { body } = await uploadGuide(await world.rest(admin), createGuideFile(), { path: '/stigs' })
  return body.stig.id
}

async function uploadTwoReleases(
  world: World,
  { admin }: RecipeScene,
  kind: 'srg' | 'stig',
): Promise<Record<string, number>> {
  const rest = await world.rest(admin)
  const id = unique('Line').replace('-', '_')
  const [base, diff] = await Promise.all(
    ['1', '2'].map((release) => uploadGuide(rest, createGuideFile({ id, release }), { path: `/${kind}s` })),
  )
  return { base_id: base?.body[kind].id, diff_id: diff?.body[kind].id }
}

/** A component with one requirement whose fix text another release of its SRG changes. */
async function createRebaseable(world: World, { project }: RecipeScene) {
  const srg = await world.createSrg({ rules: 1 })
  const next = await world.createSrg({ rules: 1, srgId: srg.srgId, version: 'V1R2', versionMinor: 2 })
  await world.database.queries
    .updateTable('srg_rules')
    .set({ fixtext: 'Configure it twice.' })
    .where('srg_id', '=', next.id)
    .execute()
  const component = await world.createComponent(project, { securityRequirementsGuideId: srg.id })
  await world.createRule(component)
  return { component, next: next.id }
}

/** The component of `createRebaseable` after its rebase. */
async function createRebased(world: World, scene: RecipeScene) {
  const { component, next } = await createRebaseable(world, scene)
  const rest = await world.rest(scene.admin)
  const { body } = await rest.post(`/components/${component.id}/rebase`, {
    security_requirements_guide_id: next,
  })
  return { component, rebaseId: body.rebase_id }
}

const createText = (name: string, text: string) => createFileForm(name, new TextEncoder().encode(text))

/** A sheet with one row. */
const createSheet = (headers: string, row: string) =>
  createFileForm('sheet.csv', new TextEncoder().encode(`${headers}\n${row}\n`))

/** Requests for guides of the catalog, components and their requirements. */
export const authoringRecipes: Recipes = {
  'POST /projects/{id}/import_backup': ({ project, srg }) => ({
    params: { id: project.id },
    form: createFileForm('backup.zip', toArchive(peerArchive({ srg }))),
  }),
  'POST /projects/create_from_backup': ({ srg }) => ({
    form: createFileForm('backup.zip', toArchive(peerArchive({ srg }))),
  }),
  'POST /components/detect_srg': async (_, world) => {
    const srg = await world.createSrg()
    await world.stored((em) =>
      em.create(SrgRule, { srgId: srg.id, ruleId: 'SV-1', version: srg.srgId, title: 'Only here' }),
    )
    return { form: createSheet('SRGID', srg.srgId) }
  },
  'POST /components/{id}/preview_spreadsheet_update': ({ component }) => ({
    params: { id: component.id },
    form: createSheet('SRGID,STIGID,Requirement', 'SRG-APP-000001,,New title'),
  }),
  'PATCH /components/{id}/apply_spreadsheet_update': ({ component }) => ({
    params: { id: component.id },
    form: createSheet('SRGID,STIGID,Requirement', 'SRG-APP-000001,,New title'),
  }),
  'POST /components/{id}/import_disposition': ({ component }) => ({
    params: { id: component.id },
    form: createSheet(
      'Comment ID,Rule,Section,Commenter Name,Comment,Triage Status',
      ',(component),,Sponsor,We agree,',
    ),
  }),
  'POST /components/{id}/import_comment_sheets': async ({ component, admin }, world) => {
    const { bytes } = await download(world, admin, `/components/${component.id}/export/comment_sheet`)
    return { params: { id: component.id }, form: createFileForm('sheet.xlsx', bytes) }
  },
  'POST /components/{id}/import_inspec': ({ component }) => ({
    params: { id: component.id },
    form: createText('control.rb', `control '${component.prefix}-000001' do\n  describe 'x'\nend\n`),
  }),
  'POST /components/{id}/import_markdown': async ({ component, admin }, world) => {
    await world.createRule(component, { status: 'Applicable - Configurable' })
    const { bytes } = await download(world, admin, `/components/${component.id}/export/markdown`)
    return { params: { id: component.id }, form: createFileForm('folder.zip', bytes) }
  },
  'POST /components/{id}/import_reqif': async ({ component, admin }, world) => {
    await world.createRule(component, { status: 'Applicable - Configurable' })
    const { bytes } = await download(world, admin, `/components/${component.id}/export/reqif`)
    return { params: { id: component.id }, form: createFileForm('document.reqif', bytes) }
  },
  'GET /srgs': () => ({}),
  'GET /srgs/{id}': ({ srg }) => ({ params: { id: srg.id } }),
  'POST /srgs': () => ({ form: createFileForm('guide-xccdf.xml', createGuideFile()) }),
  'PATCH /srgs/{id}': async (_, world) => ({
    params: { id: (await world.createSrg()).id },
    body: { srg: { continues: (await world.createSrg()).id } },
  }),
  'DELETE /srgs/{id}': async (_, world) => ({ params: { id: (await world.createSrg()).id } }),
  'GET /api/srgs/latest': () => ({}),
  'GET /api/srgs/compare': async (scene, world) => ({ query: await uploadTwoReleases(world, scene, 'srg') }),
  'GET /api/stigs/compare': async (scene, world) => ({
    query: await uploadTwoReleases(world, scene, 'stig'),
  }),
  'GET /api/controls': ({ component }) => ({ query: { component_id: component.id } }),
  'GET /api/controls/requirements': () => ({ query: { q: 'CCI-000366' } }),
  'GET /api/controls/texts': async (scene, world) => {
    const rest = await world.rest(scene.admin)
    await uploadReference(rest, createCciList())
    await uploadReference(rest, toJsonBytes(createOscalCatalog()), { name: 'catalog.json' })
    return { query: { q: 'AC-10' } }
  },
  'GET /api/reference_documents': async (scene, world) => {
    await uploadReference(await world.rest(scene.admin), createCciList())
    return {}
  },
  'POST /api/reference_documents': () => ({ form: createFileForm('U_CCI_List.xml', createCciList()) }),
  'DELETE /api/reference_documents/{kind}': async (scene, world) => {
    await uploadReference(await world.rest(scene.admin), createCciList())
    return { params: { kind: 'cci_list' } }
  },
  'GET /api/srgs/{id}/update_impact': async (scene, world) => {
    const { base_id: base = 0, diff_id: diff = 0 } = await uploadTwoReleases(world, scene, 'srg')
    return { params: { id: base }, query: { to_id: diff } }
  },
  'GET /api/srgs/{id}/stats': ({ srg }) => ({ params: { id: srg.id } }),
  'GET /stigs': () => ({}),
  'GET /stigs/{id}': async (scene, world) => ({ params: { id: await createStig(world, scene) } }),
  'POST /stigs': () => ({ form: createFileForm('guide-xccdf.xml', createGuideFile()) }),
  'PATCH /stigs/{id}': async (scene, world) => ({
    params: { id: await createStig(world, scene) },
    body: { stig: { continues: await createStig(world, scene) } },
  }),
  'POST /guides': () => ({ form: createFileForm('guide-xccdf.xml', createGuideFile()) }),
  'DELETE /stigs/{id}': async (scene, world) => ({ params: { id: await createStig(world, scene) } }),
  'GET /api/stigs/latest': () => ({}),
  'GET /api/stigs/{id}/stats': async (scene, world) => ({ params: { id: await createStig(world, scene) } }),
  'GET /components': () => ({}),
  'GET /components/{id}': ({ component }) => ({ params: { id: component.id } }),
  'POST /projects/{projectId}/components': ({ project, srg }) => ({
    params: { projectId: project.id },
    body: {
      component: {
        name: unique('Made'),
        prefix: 'MADE-01',
        title: 'A made component',
        security_requirements_guide_id: srg.id,
      },
    },
  }),
  'PATCH /components/{id}': ({ component }) => ({
    params: { id: component.id },
    body: { component: { title: 'Changed' } },
  }),
  'DELETE /components/{id}': ({ component }) => ({ params: { id: component.id } }),
  'GET /components/history': ({ project, component }) => ({
    query: { project_id: project.id, name: component.name },
  }),
  'GET /api/components/latest': () => ({}),
  'GET /api/components/compare': async ({ project, srg, component }, world) => {
    const other = await world.createComponent(project, { securityRequirementsGuideId: srg.id })
    return { query: { base_id: component.id, diff_id: other.id } }
  },
  'GET /api/components/changes': async ({ project, srg, component }, world) => {
    const other = await world.createComponent(project, { securityRequirementsGuideId: srg.id })
    return { query: { base_id: component.id, diff_id: other.id } }
  },
  'POST /components/{id}/find': ({ component }) => ({
    params: { id: component.id },
    body: { find: 'Requirement' },
  }),
  'GET /components/{id}/histories': ({ component }) => ({ params: { id: component.id } }),
  'GET /components/{id}/related': ({ component }) => ({ params: { id: component.id } }),
  'GET /components/{id}/{displayedName}': ({ component, rule }) => ({
    params: { id: component.id, displayedName: `${component.prefix}-${rule.ruleId}` },
  }),
  'POST /components/{id}/rebase': async (scene, world) => {
    const { component, next } = await createRebaseable(world, scene)
    return { params: { id: component.id }, body: { security_requirements_guide_id: next } }
  },
  'GET /api/components/{id}/last_rebase': async (scene, world) => {
    const { component } = await createRebased(world, scene)
    return { params: { id: component.id } }
  },
  'POST /components/{componentId}/undo_rebase': async (scene, world) => {
    const { component, rebaseId } = await createRebased(world, scene)
    return { params: { componentId: component.id }, body: { rebase_id: rebaseId } }
  },
  'POST /components/{id}/release': async ({ project }, world) => {
    const ready = await world.createComponent(project, { documentType: 'srg', version: 1, release: 1 })
    await world.createRule(ready, { status: 'Applicable', locked: true })
    return { params: { id: ready.id } }
  },
  'POST /components/{id}/lock': async ({ component }, world) => {
    await world.createRule(component, { status: 'Applicable - Configurable' })
    return {
      params: { id: component.id },
      body: { review: { action: 'lock_control', comment: 'Done.' } },
    }
  },
  'POST /components/{id}/move': async ({ component, admin }, world) => {
    await setPhase(world, component, 'closed')
    const target = await world.createProject()
    await world.join(admin, target, 'admin')
    return { params: { id: component.id }, body: { component: { project_id: target.id }, dry_run: true } }
  },
  'POST /components/{id}/unlock': async ({ component }, world) => {
    await world.createRule(component, { status: 'Applicable - Configurable', locked: true })
    return {
      params: { id: component.id },
      body: { review: { action: 'unlock_control', comment: 'Another round.' } },
    }
  },
  'PATCH /components/{id}/lock_sections': ({ component }) => ({
    params: { id: component.id },
    body: { sections: ['Fix'], locked: true },
  }),
  'GET /api/projects/{id}/stats': ({ project }) => ({ params: { id: project.id } }),
  'GET /api/components/{id}/summary': ({ component }) => ({ params: { id: component.id } }),
  'GET /api/components/{id}/header': ({ component }) => ({ params: { id: component.id } }),
  'GET /api/components/{id}/srg_coverage': ({ component }) => ({ params: { id: component.id } }),
  'GET /api/components/{id}/readiness': ({ component }) => ({ params: { id: component.id } }),
  'GET /api/components/{id}/workflow_state': ({ component }) => ({ params: { id: component.id } }),
  'GET /api/components/{id}/stats': ({ component }) => ({ params: { id: component.id } }),
}
