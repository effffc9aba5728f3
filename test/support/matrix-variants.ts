import { unique } from './factories.ts'
import { download } from './files.ts'
import { RECIPES, type Recipe, type RecipeScene } from './recipes.ts'
import { createFileForm } from './uploads.ts'
import type { World } from './world.ts'

export type RecipeFactory = (scene: RecipeScene, world: World) => Recipe | Promise<Recipe>

/** An operation with an input that requires other permissions than its recipe. */
export interface Variant {
  what: string
  key: string
  /** The outcomes in the order of `CALLERS`: the columns of the matrix, a component author, an outsider. */
  people: string
  make: RecipeFactory
}

const FOR_ADMINS = 'U N F F F Y Y F F'

/** A change of the component that only its admins may make. */
const change = (label: string, component: Record<string, unknown>): Variant => ({
  what: label,
  key: 'PATCH /components/{id}',
  people: FOR_ADMINS,
  make: ({ component: { id } }) => ({ params: { id }, body: { component } }),
})

async function createComponentMember(
  { component }: RecipeScene,
  world: World,
): Promise<Record<string, number>> {
  const { id } = await world.join(await world.createUser(), component, 'viewer')
  return { id }
}

async function createReqif(
  { component, admin }: RecipeScene,
  world: World,
  dryRun: 'true' | 'false',
): Promise<Recipe> {
  await world.createRule(component, { status: 'Applicable - Configurable' })
  const { bytes } = await download(world, admin, `/components/${component.id}/export/reqif`)
  const form = createFileForm('document.reqif', bytes)
  form.set('create', 'true')
  form.set('dry_run', dryRun)
  return { params: { id: component.id }, form }
}

/** An import request that attributes people to accounts. */
const createAttributionVariant = (key: string, people: string): Variant => ({
  what: 'people as accounts',
  key,
  people,
  make: async (scene, world) => {
    const recipe = await RECIPES[key]?.(scene, world)
    recipe?.form?.set('attribute_to_accounts', 'true')
    return recipe ?? {}
  },
})

export const VARIANTS: Variant[] = [
  createAttributionVariant('POST /components/{id}/import_comment_sheets', 'U N F F F F Y F F'),
  createAttributionVariant('POST /components/{id}/import_disposition', 'U N F F F F Y F F'),
  createAttributionVariant('POST /projects/{id}/import_backup', 'U N F F F F Y N F'),
  createAttributionVariant('POST /projects/create_from_backup', 'U F F F F F Y F F'),
  {
    what: 'the comment phase',
    key: 'PATCH /components/{id}',
    people: 'U N F F F Y Y F F',
    make: ({ component }) => ({
      params: { id: component.id },
      body: { component: { comment_phase: 'closed', closed_reason: 'adjudicating' } },
    }),
  },
  {
    what: 'a duplicate',
    key: 'POST /components/{componentId}/rules',
    people: 'U N F Y Y Y Y Y F',
    make: ({ component, rule }) => ({
      params: { componentId: component.id },
      body: { rule: { duplicate: true, id: rule.id } },
    }),
  },
  {
    what: 'new requirements of a ReqIF document, tried',
    key: 'POST /components/{id}/import_reqif',
    people: 'U N F F F Y Y F F',
    make: (scene, world) => createReqif(scene, world, 'true'),
  },
  {
    what: 'new requirements of a ReqIF document',
    key: 'POST /components/{id}/import_reqif',
    people: 'U N F F F Y Y F F',
    make: (scene, world) => createReqif(scene, world, 'false'),
  },
  {
    what: 'members of the project',
    key: 'GET /api/users/search',
    people: 'U N Y Y Y Y Y N F',
    make: ({ project }) => ({
      query: { q: 'Person', membership_type: 'Project', membership_id: project.id, scope: 'members' },
    }),
  },
  {
    what: 'members of a component',
    key: 'GET /memberships',
    people: 'U N Y Y Y Y Y Y F',
    make: ({ component }) => ({ query: { membership_type: 'Component', membership_id: component.id } }),
  },
  {
    what: 'a member of a component',
    key: 'POST /memberships',
    people: 'U N F F F Y Y F F',
    make: async ({ component }, world) => ({
      body: {
        membership: {
          user_id: (await world.createUser()).id,
          role: 'viewer',
          membership_type: 'Component',
          membership_id: component.id,
        },
      },
    }),
  },
  { what: 'the whole audit log', key: 'GET /api/audits', people: 'U F F F F F Y F F', make: () => ({}) },
  {
    what: 'comments that a filter selects',
    key: 'PATCH /reviews/bulk_triage',
    people: 'U N F Y Y Y Y Y F',
    make: ({ component }) => ({
      body: { filter: { component_id: component.id }, triage_status: 'concur', response_comment: 'Yes.' },
    }),
  },

  ...(['projects', 'components'] as const).map((scope): Variant => {
    const id = scope === 'projects' ? 'projectId' : 'componentId'
    return {
      what: 'for oneself',
      key: `POST /${scope}/{${id}}/saved_filters`,
      people: scope === 'projects' ? 'U N Y Y Y Y Y N F' : 'U N Y Y Y Y Y Y F',
      make: ({ project, component }) => ({
        params: { [id]: scope === 'projects' ? project.id : component.id },
        body: { saved_filter: { list: 'triage', name: unique('Mine'), query: '' } },
      }),
    }
  }),
  change('the comment period', { comment_period_ends_at: '2030-01-01' }),
  change('the chat channel', { slack_channel_id: 'C1' }),
  change('advanced fields', { advanced_fields: true }),
  change('the release', { released: true }),
  {
    what: 'people outside a component',
    key: 'GET /api/users/search',
    people: FOR_ADMINS,
    make: ({ component }) => ({
      query: { q: 'Person', membership_type: 'Component', membership_id: component.id },
    }),
  },
  {
    what: 'members of a component',
    key: 'GET /api/users/search',
    people: 'U N Y Y Y Y Y Y F',
    make: ({ component }) => ({
      query: { q: 'Person', membership_type: 'Component', membership_id: component.id, scope: 'members' },
    }),
  },
  {
    what: 'a member of a component',
    key: 'PATCH /memberships/{id}',
    people: FOR_ADMINS,
    make: async (scene, world) => ({
      params: await createComponentMember(scene, world),
      body: { membership: { role: 'author' } },
    }),
  },
  {
    what: 'a member of a component',
    key: 'DELETE /memberships/{id}',
    people: FOR_ADMINS,
    make: async (scene, world) => ({ params: await createComponentMember(scene, world) }),
  },
]
