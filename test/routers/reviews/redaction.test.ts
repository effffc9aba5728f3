import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { createCommentScene } from '../../support/comments.ts'
import { createWorld } from '../../support/world.ts'

const world = createWorld()
const reason = { audit_comment: 'Asked for by the person.' }
const toRedacted = (text: string) => `[redacted sha256:${createHash('sha256').update(text).digest('hex')}]`

/** An entry without its changes. */
const withoutChanges = (entry: object) => ({ ...entry, changes: null })

const auditLog = (componentId: number) =>
  world.database.queries
    .selectFrom('audit_entries')
    .selectAll()
    .where('component_id', '=', componentId)
    .orderBy('id')
    .execute()

async function createDestroyedThread() {
  const scene = await createCommentScene(world)
  const { rule, viewer, author, admin } = scene
  const createComment = async (user: typeof viewer, comment: string, parent?: number) => {
    const input = { action: 'comment' as const, comment, responding_to_review_id: parent }
    return (await world.as(user).reviews.createOnRule({ ruleId: rule.id, review: input })).review
  }
  const root = await createComment(viewer, 'I am Ann of Ely')
  await world.as(viewer).reviews.edit({ reviewId: root.id, review: { comment: 'I am Ann' } })
  const reply = await createComment(author, 'Hello Ann', root.id)
  const other = await createComment(viewer, 'Untouched')
  const client = await world.rest(admin)
  await client.delete(`/reviews/${root.id}/admin_destroy`, reason)
  const redact = (id = root.id, as = client) =>
    as.patch(`/components/${scene.component.id}/destroyed_reviews/${id}/redact`, reason)
  return { ...scene, root, reply, other, redact }
}

describe('redacting the text of a deleted comment in the audit log (R-39)', () => {
  it('preserves hashes and everything else, in the snapshot and in every earlier entry', async () => {
    const { component, root, redact, admin } = await createDestroyedThread()
    const before = await auditLog(component.id)
    expect(JSON.stringify(before)).toContain('Ann of Ely')
    const answer = await redact()
    expect([answer.status, answer.body]).toEqual([200, { destroyed_id: root.id, redacted_entries: 6 }])
    const after = await auditLog(component.id)
    const auditLogText = JSON.stringify(after)
    for (const text of ['Ann of Ely', '"I am Ann"', 'Hello Ann']) expect(auditLogText).not.toContain(text)
    for (const text of ['I am Ann of Ely', 'I am Ann', 'Hello Ann']) {
      expect(auditLogText).toContain(toRedacted(text))
    }
    expect(auditLogText).toContain('Untouched')
    expect(after.slice(0, -1).map(withoutChanges)).toEqual(before.map(withoutChanges))
    expect(
      after.find(({ action, auditable_id }) => action === 'update' && auditable_id === root.id),
    ).toMatchObject({
      changes: { comment: [toRedacted('I am Ann of Ely'), toRedacted('I am Ann')] },
    })
    expect(after.at(-1)).toMatchObject({
      action: 'redact_destroyed_review',
      actor_id: admin.id,
      comment: reason.audit_comment,
      changes: { review_id: root.id, redacted_entries: 6 },
    })
  })

  it('A-82: is listed in histories without ids and addresses of people', async () => {
    const { component, admin } = await createDestroyedThread()
    const { body } = await (await world.rest(admin)).get(`/api/audits?component_id=${component.id}`)
    const readFields = (action: string) =>
      body.rows
        .find((row: { action: string }) => row.action === action)
        .audited_changes.map(({ field }: { field: string }) => field)
    expect(readFields('admin_destroy_review')).toEqual(
      expect.arrayContaining(['review_id', 'destroyed_review_snapshots']),
    )
    expect(readFields('admin_destroy_review')).not.toContain('author_id')
    expect(readFields('destroy')).not.toContain('user_id')
    expect(JSON.stringify(body.rows)).not.toMatch(/"user_id"|imported_email/)
  })

  it('does nothing the second time', async () => {
    const { component, redact } = await createDestroyedThread()
    await redact()
    const once = await auditLog(component.id)
    expect((await redact()).body.redacted_entries).toBe(0)
    expect(await auditLog(component.id)).toEqual(once)
  })

  it('works on a released and on a final component, and not for existing comments or other components', async () => {
    const { component, other, redact, root } = await createDestroyedThread()
    await world.database.queries
      .updateTable('components')
      .set({ released: true, comment_phase: 'closed', closed_reason: 'finalized' })
      .where('id', '=', component.id)
      .execute()
    const otherScene = await createCommentScene(world)
    const client = await world.rest(otherScene.admin)
    const path = `/components/${otherScene.component.id}/destroyed_reviews/${root.id}/redact`
    expect((await client.patch(path, reason)).status).toBe(404)
    expect((await redact(other.id)).status).toBe(404)
    expect((await redact()).status).toBe(200)
  })

  it('is allowed for administrators of the project, with a reason', async () => {
    const { component, author, nonMember, root, redact, admin } = await createDestroyedThread()
    const local = await world.createMember(component, 'admin')
    expect((await redact(root.id, await world.rest(author))).status).toBe(403)
    expect((await redact(root.id, await world.rest(local))).status).toBe(403)
    expect((await redact(root.id, await world.rest(nonMember))).status).toBe(404)
    const path = `/components/${component.id}/destroyed_reviews/${root.id}/redact`
    const blank = await (await world.rest(admin)).patch(path, { audit_comment: ' ' })
    expect([blank.status, blank.body.toast.title]).toEqual([422, 'Could not redact'])
  })

  it('is the only way to change an audit entry, and changes nothing else in it', async () => {
    const { component } = await createDestroyedThread()
    const reader = world.database.queries
    const change = (set: object) =>
      reader.transaction().execute(async (db) => {
        await sql`select set_config('audit.redaction', 'on', true)`.execute(db)
        await db.updateTable('audit_entries').set(set).where('component_id', '=', component.id).execute()
      })
    await expect(change({ comment: 'Forged' })).rejects.toThrow(/append-only/)
    const plain = reader.updateTable('audit_entries').set({ comment: 'Forged' }).execute()
    await expect(plain).rejects.toThrow(/append-only/)
  })
})
