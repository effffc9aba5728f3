import { ResponseTemplate } from '../../../entities/response-template.ts'
import { SavedFilter } from '../../../entities/saved-filter.ts'
import { unique } from '../factories.ts'
import type { World } from '../world.ts'
import type { Recipes, RecipeScene } from './scene.ts'

const reason = { audit_comment: 'Because.' }
const toReviewParams = ({ id }: { id: number }) => ({ params: { reviewId: id } })
const TEMPLATES = '/projects/{projectId}/triage_response_templates'
const createTemplateBody = () => ({ triage_response_template: { name: unique('Another'), body: 'Text' } })

async function createTemplate({ project }: RecipeScene, world: World): Promise<Record<string, number>> {
  const template = await world.stored((em) =>
    em.create(ResponseTemplate, { projectId: project.id, name: unique('Thanks'), body: 'Thank you.' }),
  )
  return { projectId: project.id, id: template.id }
}

const FILTERS = {
  projectId: '/projects/{projectId}/saved_filters',
  componentId: '/components/{componentId}/saved_filters',
}
const createFilterBody = () => ({
  saved_filter: {
    list: 'triage',
    name: unique('My open ones'),
    query: 'triage_status=pending',
    shared: true,
  },
})

/** Recipes for a shared filter of the scene's admin on a project or component. */
function createSavedFilterRecipes(scope: keyof typeof FILTERS): Recipes {
  const toTarget = ({ project, component }: RecipeScene) =>
    scope === 'projectId' ? { projectId: project.id } : { componentId: component.id }
  const createFilter = async (scene: RecipeScene, world: World, shared = true) => {
    const target = { projectId: null, componentId: null, ...toTarget(scene) }
    const { saved_filter: filter } = createFilterBody()
    const values = { ...filter, list: 'triage' as const, shared, userId: scene.admin.id }
    const { id } = await world.stored((em) => em.create(SavedFilter, { ...values, ...target }))
    return { ...toTarget(scene), id }
  }
  return {
    [`GET ${FILTERS[scope]}`]: async (scene, world) => {
      await createFilter(scene, world)
      return { params: toTarget(scene), query: { list: 'triage' } }
    },
    [`POST ${FILTERS[scope]}`]: (scene) => ({ params: toTarget(scene), body: createFilterBody() }),
    [`PATCH ${FILTERS[scope]}/{id}`]: async (scene, world) => ({
      params: await createFilter(scene, world),
      body: { saved_filter: { name: unique('Renamed') } },
    }),
    [`DELETE ${FILTERS[scope]}/{id}`]: async (scene, world) => ({ params: await createFilter(scene, world) }),
  }
}

const createDecided = ({ rule, person }: RecipeScene, world: World) =>
  world.createReview(rule, person, { triageStatus: 'concur' })
const createClosed = ({ rule, person }: RecipeScene, world: World) =>
  world.createReview(rule, person, { triageStatus: 'concur', adjudicatedAt: new Date() })

/** Requests for comments, replies and decisions. */
export const commentRecipes: Recipes = {
  'GET /api/components/{id}/triage_summary': ({ component }) => ({ params: { id: component.id } }),
  'GET /api/projects/{id}/triage_summary': ({ project }) => ({ params: { id: project.id } }),
  'GET /projects/{projectId}/comments': ({ project }) => ({
    params: { projectId: project.id },
    query: { triage_status: 'all' },
  }),
  'GET /components/{componentId}/comments': ({ component }) => ({
    params: { componentId: component.id },
    query: { triage_status: 'all' },
  }),
  'GET /users/{id}/comments': ({ person }) => ({
    params: { id: person.id },
    query: { triage_status: 'all' },
    as: person,
  }),
  'POST /rules/{ruleId}/reviews': ({ rule }) => ({
    params: { ruleId: rule.id },
    body: { review: { action: 'comment', comment: 'A made comment.', section: 'fixtext' } },
  }),
  'POST /components/{componentId}/reviews': ({ component }) => ({
    params: { componentId: component.id },
    body: { review: { comment: 'A made comment.' } },
  }),
  'GET /reviews/{reviewId}': ({ review }) => toReviewParams(review),
  'GET /reviews/{reviewId}/responses': ({ review }) => toReviewParams(review),
  'PUT /reviews/{reviewId}': ({ review, person }) => ({
    ...toReviewParams(review),
    body: { review: { comment: 'Said better.' } },
    as: person,
  }),
  'PATCH /reviews/{reviewId}/triage': ({ review }) => ({
    ...toReviewParams(review),
    body: { triage_status: 'concur', response_comment: 'Agreed.' },
  }),
  'PATCH /reviews/{reviewId}/adjudicate': async (scene, world) => ({
    ...toReviewParams(await createDecided(scene, world)),
    body: { resolution_comment: 'Done.' },
  }),
  'PATCH /reviews/{reviewId}/assignment': ({ review, admin }) => ({
    ...toReviewParams(review),
    body: { assignee_id: admin.id, due_on: '2030-01-01' },
  }),
  'GET /projects/{projectId}/triage_workload': ({ project }) => ({ params: { projectId: project.id } }),
  'GET /components/{componentId}/triage_workload': ({ component }) => ({
    params: { componentId: component.id },
  }),
  'GET /projects/{projectId}/comment_series': ({ project }) => ({
    params: { projectId: project.id },
    query: { from: '2026-03-01', to: '2026-03-02' },
  }),
  'GET /components/{componentId}/comment_series': ({ component }) => ({
    params: { componentId: component.id },
    query: { from: '2026-03-01', to: '2026-03-02' },
  }),
  'POST /reviews/{reviewId}/accept_and_edit': ({ review }) => ({
    ...toReviewParams(review),
    body: { rule: { title: 'Changed as asked' }, triage_status: 'concur', response_comment: 'Done.' },
  }),
  'GET /reviews/{reviewId}/section_changes': ({ review }) => toReviewParams(review),
  'GET /reviews/{reviewId}/similar': ({ review }) => toReviewParams(review),
  'POST /components/{componentId}/similar_comments': ({ component }) => ({
    params: { componentId: component.id },
    body: { comment: 'This needs a look.' },
  }),
  'GET /components/{componentId}/comment_clusters': ({ component }) => ({
    params: { componentId: component.id },
  }),
  'GET /users/notification_preferences': () => ({}),
  'PUT /users/notification_preferences': ({ project }) => ({
    body: {
      notification_preferences: [{ project_id: project.id, event: 'comment.triaged', delivery: 'now' }],
    },
  }),
  'PUT /users/presence': ({ component, rule }) => ({
    body: { presence: { component_id: component.id, rule_id: rule.id } },
  }),
  ...createSavedFilterRecipes('projectId'),
  ...createSavedFilterRecipes('componentId'),
  'GET /users/inbox': () => ({}),
  'GET /users/review_requests': () => ({}),
  'GET /users/watches': () => ({}),
  'PUT /users/watches': ({ component }) => ({
    body: { watch: { watched_type: 'Component', watched_id: component.id, watching: true } },
  }),
  'PATCH /reviews/{reviewId}/reopen': async (scene, world) =>
    toReviewParams(await createClosed(scene, world)),
  'POST /reviews/{reviewId}/undo': async ({ review, admin }, world) => {
    await world.as(admin).reviews.triage({ reviewId: review.id, triage_status: 'concur' })
    return toReviewParams(review)
  },
  'POST /components/{componentId}/undo_decision': async ({ review, component, admin }, world) => {
    const triagers = world.as(admin).reviews
    const { decision_id } = await triagers.bulkTriage({ review_ids: [review.id], triage_status: 'concur' })
    return { params: { componentId: component.id }, body: { decision_id } }
  },
  'PATCH /reviews/{reviewId}/section': ({ review }) => ({
    ...toReviewParams(review),
    body: { ...reason, section: 'title' },
  }),
  'PATCH /reviews/{reviewId}/withdraw': ({ review, person }) => ({ ...toReviewParams(review), as: person }),
  'PATCH /reviews/{reviewId}/admin_withdraw': ({ review }) => ({ ...toReviewParams(review), body: reason }),
  'PATCH /reviews/{reviewId}/admin_restore': async (scene, world) => ({
    ...toReviewParams(await createClosed(scene, world)),
    body: reason,
  }),
  'PATCH /reviews/{reviewId}/move_to_rule': async ({ review, component }, world) => ({
    ...toReviewParams(review),
    body: { ...reason, rule_id: (await world.createRule(component)).id },
  }),
  'DELETE /reviews/{reviewId}/admin_destroy': ({ review }) => ({ ...toReviewParams(review), body: reason }),
  'PATCH /components/{componentId}/destroyed_reviews/{destroyedId}/redact': async (scene, world) => {
    const { component, rule, person, admin } = scene
    const review = await world.createReview(rule, person)
    await world.as(admin).reviews.adminDestroy({ reviewId: review.id, ...reason })
    return { params: { componentId: component.id, destroyedId: review.id }, body: reason }
  },
  'PATCH /reviews/bulk_triage': ({ review }) => ({
    body: { review_ids: [review.id], triage_status: 'concur', response_comment: 'Yes.' },
  }),
  'PATCH /reviews/bulk_adjudicate': async (scene, world) => ({
    body: { review_ids: [(await createDecided(scene, world)).id] },
  }),
  'PATCH /reviews/merge': async ({ review, rule, person }, world) => ({
    body: { review_ids: [review.id, (await world.createReview(rule, person)).id], survivor_id: review.id },
  }),
  'GET /reviews/{reviewId}/reactions': ({ review }) => toReviewParams(review),
  'POST /reviews/{reviewId}/reactions': ({ review }) => ({ ...toReviewParams(review), body: { kind: 'up' } }),
  [`GET ${TEMPLATES}`]: ({ project }) => ({ params: { projectId: project.id } }),
  [`POST ${TEMPLATES}`]: ({ project }) => ({ params: { projectId: project.id }, body: createTemplateBody() }),
  [`PATCH ${TEMPLATES}/{id}`]: async (scene, world) => ({
    params: await createTemplate(scene, world),
    body: createTemplateBody(),
  }),
  [`DELETE ${TEMPLATES}/{id}`]: async (scene, world) => ({ params: await createTemplate(scene, world) }),
}
