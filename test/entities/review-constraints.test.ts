import type { Insertable } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, type Db, toKysely } from '../../src/database/database.ts'
import { openTestDatabase } from '../support/db.ts'
import { createInserter } from '../support/rows.ts'

let database: Database
let a: ReturnType<typeof createInserter>
let component: number
let rule: number
let parent: number

beforeAll(async () => {
  database = await openTestDatabase()
  a = createInserter(database.orm.em.fork())
  component = await a.component()
  rule = await a.rule(component)
  parent = await a.comment(component, rule)
})
afterAll(() => database.close())

const insertComment = (row: Partial<Insertable<Db['reviews']>> = {}) => a.comment(component, rule, row)

test('R-2, R-4: a reply and a workflow action carry no triage status', async () => {
  const reply = { responding_to_review_id: parent }
  await insertComment(reply)
  await expect(insertComment({ ...reply, triage_status: 'pending' })).rejects.toThrow(
    'reviews_triage_only_on_comments',
  )
  await expect(insertComment({ action: 'approve' })).rejects.toThrow('reviews_triage_only_on_comments')
  await insertComment({ action: 'approve', triage_status: null })
})

test('R-4: pointers exist only with their statuses', async () => {
  await expect(insertComment({ duplicate_of_review_id: parent })).rejects.toThrow(
    'reviews_duplicate_of_only_duplicates',
  )
  await expect(insertComment({ addressed_by_rule_id: rule })).rejects.toThrow(
    'reviews_addressed_by_only_addressed',
  )
  await insertComment({ triage_status: 'duplicate', duplicate_of_review_id: parent })
  await insertComment({ triage_status: 'addressed_by', addressed_by_rule_id: rule })
})

test('R-4: a comment is not a duplicate of itself', async () => {
  const id = await insertComment({ triage_status: 'duplicate' })
  const itself = toKysely(database.orm.em.fork())
    .updateTable('reviews')
    .set({ duplicate_of_review_id: id })
    .where('id', '=', id)
  await expect(itself.execute()).rejects.toThrow('reviews_duplicate_not_self')
})

test('R-4: a comment names a requirement exactly if it is about one', async () => {
  await expect(insertComment({ commentable_type: 'Component' })).rejects.toThrow('reviews_rule_of_type')
  await expect(a.comment(component, null, { section: 'title' })).rejects.toThrow('have_no_section')
  await expect(a.comment(component, null, { action: 'approve', triage_status: null })).rejects.toThrow(
    'reviews_actions_are_on_rules',
  )
})

test('R-4: a pending comment is not closed, and an open one has no closing user', async () => {
  await expect(insertComment({ adjudicated_at: new Date() })).rejects.toThrow(
    'reviews_only_decided_comments_close',
  )
  await expect(insertComment({ triage_status: 'concur', adjudicated_by_id: await a.user() })).rejects.toThrow(
    'reviews_adjudicator_of_closed',
  )
  await insertComment({ triage_status: 'concur', adjudicated_at: new Date() })
})

test('R-4: a comment with replies cannot be deleted before them', async () => {
  const root = await insertComment()
  await insertComment({ responding_to_review_id: root })
  const removal = toKysely(database.orm.em.fork()).deleteFrom('reviews').where('id', '=', root)
  await expect(removal.execute()).rejects.toThrow('reviews_responding_to_review_id_foreign')
})

test('R-4: a user reacts once to a comment', async () => {
  const row = { review_id: parent, user_id: await a.user(), kind: 'up' } as const
  const react = () => toKysely(database.orm.em.fork()).insertInto('reactions').values(row).execute()
  await react()
  await expect(react()).rejects.toThrow('reactions_unique')
})

test('R-4: a comment survives its author, without the reactions', async () => {
  const db = toKysely(database.orm.em.fork())
  const user_id = await a.user()
  const id = await insertComment({ user_id, triage_status: 'concur', triage_set_by_id: user_id })
  await db.insertInto('reactions').values({ review_id: id, user_id, kind: 'up' }).execute()
  await db.deleteFrom('users').where('id', '=', user_id).execute()
  const review = await db.selectFrom('reviews').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  expect([review.user_id, review.triage_set_by_id, review.markers]).toEqual([null, null, []])
  expect(await db.selectFrom('reactions').select('id').where('review_id', '=', id).execute()).toEqual([])
})

test('E-19: deleting a project deletes everything in it, including replies, duplicates and overlays', async () => {
  const db = toKysely(database.orm.em.fork())
  const project_id = await a.project()
  const base = await a.component({ project_id })
  await a.component({ project_id, component_id: base })
  const [first, two] = [await a.rule(base), await a.rule(base)]
  const link = { rule_id: first, satisfied_by_rule_id: two, component_id: base }
  await db.insertInto('satisfactions').values(link).execute()
  const root = await a.comment(base, first)
  await a.comment(base, first, { responding_to_review_id: root })
  await a.comment(base, two, { triage_status: 'duplicate', duplicate_of_review_id: root })
  await a.comment(base, null, { triage_status: 'addressed_by', addressed_by_rule_id: two })
  await db.updateTable('components').set({ released: true }).where('id', '=', base).execute()
  await db.deleteFrom('projects').where('id', '=', project_id).execute()
  expect(await db.selectFrom('reviews').select('id').where('project_id', '=', project_id).execute()).toEqual(
    [],
  )
})
