import { describe, expect, it } from 'vitest'
import { commands } from '../../../src/app/admin/commands.ts'
import { createOwnWorld } from '../../support/world.ts'

const world = createOwnWorld()
const prune = commands['prune-audit']
const work = (...createEntries: string[]) => prune?.prepare(createEntries)(world.services)

const createEntry = (action: string, kind: 'content' | 'security', day: string) => ({
  kind,
  action,
  auditable_type: 'User',
  created_at: `${day}T12:00:00Z`,
})
const createEntries = (...entries: ReturnType<typeof createEntry>[]) =>
  world.database.queries.insertInto('audit_entries').values(entries).execute()
const readActions = async () => {
  const rows = await world.database.queries.selectFrom('audit_entries').selectAll().orderBy('id').execute()
  return rows.map(({ action, created_at }) => `${action} ${created_at.slice(0, 10)}`)
}

describe('pruning the audit log', () => {
  it('removes security entries before the day, keeps the rest, and leaves a marker with a count', async () => {
    await createEntries(
      createEntry('password_failed', 'security', '2025-12-30'),
      createEntry('create', 'content', '2025-12-30'),
      createEntry('sign_in', 'security', '2025-12-31'),
      createEntry('sign_in', 'security', '2026-01-01'),
    )
    expect(await work('--before', '2026-01-01')).toBe(
      '2 security entries of the audit log from before 2026-01-01 were removed.',
    )
    const [create, signIn, mark] = await readActions()
    expect([create, signIn]).toEqual(['create 2025-12-30', 'sign_in 2026-01-01'])
    expect(mark).toContain('audit_pruned')
    const [remaining] = await world.database.queries
      .selectFrom('audit_entries')
      .selectAll()
      .where('action', '=', 'audit_pruned')
      .execute()
    expect(remaining).toMatchObject({
      kind: 'content',
      occurrences: 2,
      changes: { before: '2026-01-01', kind: 'security' },
    })
  })

  it('never removes its own markers, and leaves no marker if it removed no entry', async () => {
    const before = await readActions()
    expect(await work('--before', '2026-01-01')).toContain('0 security entries')
    expect(await readActions()).toEqual(before)
  })

  it('counts all batches of a run on one marker', async () => {
    const many = Array.from({ length: 5500 }, () => createEntry('sign_out', 'security', '2020-05-05'))
    for (let index = 0; index < many.length; index += 1000) {
      await createEntries(...many.slice(index, index + 1000))
    }
    expect(await work('--before', '2020-06-01', '--kind', 'security')).toContain('5500 security entries')
    const rows = await world.database.queries
      .selectFrom('audit_entries')
      .select(['changes', 'occurrences'])
      .where('action', '=', 'audit_pruned')
      .execute()
    const marks = rows.filter(({ changes }) => changes['before'] === '2020-06-01')
    expect(marks.map(({ occurrences }) => occurrences)).toEqual([5500])
  })

  it.each([
    ['without a day', [], '--before takes a day'],
    ['for a day that no calendar has', ['--before', '2026-02-30'], '--before takes a day'],
    ['for a time', ['--before', '2026-01-01T00:00'], '--before takes a day'],
    ['for the history of content', ['--before', '2026-01-01', '--kind', 'content'], 'cannot be pruned'],
    ['for a kind that is none', ['--before', '2026-01-01', '--kind', 'all'], '--kind is security'],
    ['with an option that it does not know', ['--before', '2026-01-01', '--dry'], '--dry'],
  ])('is rejected before a service is opened %s', (_, args, message) => {
    expect(() => prune?.prepare(args)).toThrow(message)
  })

  it('is rejected for a future day', async () => {
    await expect(work('--before', '2999-01-01')).rejects.toThrow('is in the future')
  })
})

describe('audit entries', () => {
  it('can be counted up when they repeat, and are otherwise immutable', async () => {
    await world.database.queries
      .insertInto('audit_entries')
      .values({ ...createEntry('password_failed', 'security', '2026-02-02'), merge_key: 'k' })
      .execute()
    const change = (set: object) =>
      world.database.queries.updateTable('audit_entries').set(set).where('merge_key', '=', 'k').execute()
    await change({ occurrences: 4 })
    await expect(change({ occurrences: 3 })).rejects.toThrow('append-only')
    await expect(change({ changes: {}, comment: 'x' })).rejects.toThrow('append-only')
    await expect(change({ kind: 'content' })).rejects.toThrow(/append-only|audit_entries_merged/)
    await expect(
      world.database.queries
        .updateTable('audit_entries')
        .set({ occurrences: 2 })
        .where('action', '=', 'create')
        .execute(),
    ).rejects.toThrow('append-only')
  })

  it('audit entries of content cannot have a merge key', async () => {
    const row = { ...createEntry('update', 'content', '2026-02-02'), merge_key: 'other' }
    await expect(world.database.queries.insertInto('audit_entries').values(row).execute()).rejects.toThrow(
      'audit_entries_merged',
    )
  })

  it('audit entries of content cannot be removed by pruning either', async () => {
    const removal = world.database.queries.transaction().execute(async (db) => {
      await db
        .selectNoFrom((eb) =>
          eb.fn('set_config', [eb.val('audit.pruning'), eb.val('on'), eb.val(true)]).as('x'),
        )
        .execute()
      await db.deleteFrom('audit_entries').where('action', '=', 'create').execute()
    })
    await expect(removal).rejects.toThrow('append-only')
  })
})
