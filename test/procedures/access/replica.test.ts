import { expect, it } from 'vitest'
import { createApp } from '../../../src/app/create-app.ts'
import type { Replicas } from '../../../src/database/database.ts'
import { STREAMS, WITH_PROVIDER } from '../../support/conformance-exceptions.ts'
import { toRecipeKey, sendRecipe } from '../../support/conformance.ts'
import { serviceDocument, listOperations } from '../../support/openapi.ts'
import { RECIPES, createSceneProvider } from '../../support/recipes.ts'
import { rest } from '../../support/rest.ts'
import { createWorldUnder } from '../../support/world.ts'

const world = createWorldUnder({ MAIL_DIR: '/nonexistent/mail' })
const operations = listOperations(serviceDocument).filter(
  ({ method, path }) => ![...WITH_PROVIDER, ...STREAMS].includes(`${method} ${path}`),
)

const sceneFor = createSceneProvider(world)

it('only reads of figures and histories use a replica', async () => {
  let replicaReads = 0
  const next: Replicas['next'] = () => {
    replicaReads += 1
    return null
  }
  const database = { ...world.database, replicas: { ...world.database.replicas, next } }
  const app = createApp({ ...world.services, database })
  const asking: string[] = []
  for (const operation of operations) {
    const scene = await sceneFor(operation)
    const recipe = (await RECIPES[toRecipeKey(operation, RECIPES)]?.(scene, world)) ?? {}
    const user = recipe.as === undefined ? scene.admin : recipe.as
    replicaReads = 0
    await sendRecipe(rest(app, user ? { cookie: await world.createCookie(user) } : {}), operation, recipe)
    if (replicaReads > 0) asking.push(`${operation.method} ${operation.path}`)
  }
  expect(asking.toSorted()).toEqual([
    'GET /api/components/{id}/srg_coverage',
    'GET /api/components/{id}/stats',
    'GET /api/components/{id}/triage_summary',
    'GET /api/controls',
    'GET /api/controls/requirements',
    'GET /api/projects/comment_figures',
    'GET /api/projects/progress',
    'GET /api/projects/{id}/stats',
    'GET /api/projects/{id}/triage_summary',
    'GET /api/srgs/compare',
    'GET /api/srgs/{id}/update_impact',
    'GET /api/stigs/compare',
    'GET /components/history',
    'GET /components/{componentId}/comment_series',
    'GET /components/{id}/histories',
    'GET /projects/{id}/histories',
    'GET /projects/{projectId}/comment_series',
    'GET /rules/{ruleId}/histories',
  ])
})
