import { describe, expect, test } from 'vitest'
import type { WorkerPool } from '../../src/workers/pool.ts'
import { createWorkspace, getRuleAt, setComponent } from '../support/authoring.ts'
import { download } from '../support/files.ts'
import { createFileForm } from '../support/uploads.ts'
import { createWorldUnder } from '../support/world.ts'

const world = createWorldUnder({})

interface Import {
  method: 'POST' | 'PATCH'
  operation: string
  /** The export that is imported again. */
  format: string
  filename: string
}
const IMPORTS: Import[] = [
  { method: 'POST', operation: 'import_markdown', format: 'markdown', filename: 'folder.zip' },
  { method: 'POST', operation: 'import_inspec', format: 'inspec', filename: 'profile.zip' },
  { method: 'POST', operation: 'import_reqif', format: 'reqif', filename: 'document.reqif' },
  { method: 'PATCH', operation: 'apply_spreadsheet_update', format: 'csv', filename: 'sheet.csv' },
]

/** Starts an import whose file is not read until `release` is called. */
async function startImport({ method, operation, format, filename }: Import) {
  const workspace = await createWorkspace(world)
  const { component, as, people } = workspace
  await world.createRule(component, { status: 'Applicable - Configurable' })
  const { bytes } = await download(world, people.admin, `/components/${component.id}/export/${format}`)
  const form = createFileForm(filename, bytes)
  if (method === 'POST') form.set('dry_run', 'false')
  const { reached, release } = holdWorkers()
  const path = `/components/${component.id}/${operation}`
  const answer = method === 'POST' ? as.author.post(path, form) : as.author.patch(path, form)
  await reached
  return { workspace, answer, release }
}

/** Makes the next task of a worker thread wait. */
function holdWorkers() {
  const pool: WorkerPool = world.services.workers
  const [held, released] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()]
  world.services.workers = {
    ...pool,
    forCaller: (caller) => ({
      run: (name, input) => {
        world.services.workers = pool
        held.resolve(undefined)
        return released.promise.then(() => pool.forCaller(caller).run(name, input))
      },
    }),
  }
  return { reached: held.promise, release: () => released.resolve(undefined) }
}

describe('E-17: an import reads its file before it locks the component', () => {
  test.each(IMPORTS)('$operation lets others write meanwhile, and then imports', async (kind) => {
    const { workspace, answer, release } = await startImport(kind)
    const rule = getRuleAt(workspace, 1)
    const edit = await workspace.as.admin.patch(`/components/${workspace.component.id}`, {
      component: { title: 'Edited meanwhile' },
    })
    const comment = await workspace.as.viewer.post(`/rules/${rule}/reviews`, {
      review: { action: 'comment', comment: 'Written meanwhile' },
    })
    release()

    expect([edit.status, comment.status, (await answer).status]).toEqual([200, 200, 200])
  })

  test.each(IMPORTS)(
    '$operation is rejected if the role or the component changes meanwhile',
    async (kind) => {
      const removed = await startImport(kind)
      await world.database.queries
        .deleteFrom('memberships')
        .where('user_id', '=', removed.workspace.people.author.id)
        .execute()
      removed.release()
      const frozen = await startImport(kind)
      await setComponent(world, frozen.workspace, { comment_phase: 'closed', closed_reason: 'finalized' })
      frozen.release()

      expect((await removed.answer).status).toBe(404)
      expect([(await frozen.answer).status, (await frozen.answer).body.reason]).toEqual([
        422,
        'component.frozen',
      ])
    },
  )
})
