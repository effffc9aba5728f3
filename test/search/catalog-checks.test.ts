import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Rest } from '../support/rest.ts'
import { createFileForm, uploadGuide } from '../support/uploads.ts'
import { createOwnWorld } from '../support/world.ts'
import { createBenchmarkFile } from '../support/xccdf.ts'

const world = createOwnWorld()
const MIGRATION = 'Migration20261130190000_index_further_checks'
const catchUp = () => world.services.indexer.catchUp()
let admin: Rest

beforeAll(async () => {
  admin = await world.rest(await world.createSystemAdmin())
})

const search = async (group: string, words: string): Promise<{ rule_id: string }[]> =>
  (await admin.get(`/api/search/global?q=${encodeURIComponent(words)}`)).body[group]

describe.each(['srg', 'stig'] as const)('the search of %s rules', (kind) => {
  const [path, group] = [`/${kind}s`, `${kind}_rules`]
  const words = sql.table(`${kind}_rule_search_index`)

  /** Stores a guide whose second rule has two further checks. */
  async function createGuide(id: string): Promise<void> {
    const extra = ['Second', 'Third']
      .map((name) => `<check system="C-${name}"><check-content>${name} ${id} Look</check-content></check>`)
      .join('')
    const { status } = await uploadGuide(admin, createBenchmarkFile({ id, rules: [{}, { extra }, {}] }), {
      path,
    })
    expect(status).toBe(200)
  }

  it('finds further checks before and after they are indexed', async () => {
    const id = `Fresh_${kind}`
    await createGuide(id)
    expect(await search(group, `third ${id} look`)).toHaveLength(1)
    await catchUp()
    expect(await search(group, `third ${id} look`)).toHaveLength(1)
    expect(await search(group, `second ${id}`)).toHaveLength(1)
  })

  it('finds further checks of guides that an earlier version indexed', async () => {
    const id = `Earlier_${kind}`
    await createGuide(id)
    await catchUp()
    const { queries } = world.database
    await sql`update ${words} set check_text = 'first'`.execute(queries)
    expect(await search(group, `third ${id} look`)).toHaveLength(0)
    await sql`delete from mikro_orm_migrations where name = ${MIGRATION}`.execute(queries)
    await world.database.migrate()
    expect(await search(group, `third ${id} look`)).toHaveLength(1)
    await catchUp()
    const queued = await queries.selectFrom('search_reindex_queue').select('kind').execute()
    expect(queued).toEqual([])
    expect(await search(group, `third ${id} look`)).toHaveLength(1)
  })

  it('finds the words of a replaced guide, and no earlier ones', async () => {
    const id = `Replaced_${kind}`
    const upload = (title: string, check: string) => {
      const bytes = createBenchmarkFile({ id, rules: [{ version: 'ABC-1', title, check }] })
      const form = createFileForm('guide-xccdf.xml', bytes)
      form.set('replace', 'true')
      return admin.post(path, form)
    }
    expect((await upload(`Bollard ${kind}`, `Measure the ${kind} bollard`)).status).toBe(200)
    await catchUp()
    expect((await upload(`Capstan ${kind}`, `Measure the ${kind} capstan`)).body.guides[0].status).toBe(
      'replaced',
    )
    await catchUp()
    expect(await search(group, `capstan ${kind}`)).toHaveLength(1)
    expect(await search(group, `the ${kind} capstan`)).toHaveLength(1)
    expect(await search(group, `bollard ${kind}`)).toHaveLength(0)
    expect(await search(group, `the ${kind} bollard`)).toHaveLength(0)
  })
})
