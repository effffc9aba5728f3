import { sql } from 'kysely'
import { statementsOf } from '../../test/support/statements.ts'
import { median } from '../support/load.ts'
import { aComponent, aGuide, line, type Place, timed } from './place.ts'

const SIZES = [203, 2_000, 5_000, 50_000]

/** Creating a component from an SRG beside one insert of its requirements, without anything below them, by hand. */
export async function measureCreation(place: Place): Promise<void> {
  for (const size of SIZES) {
    const srg = await aGuide(place.db, size)
    const rounds = size > 10_000 ? 1 : 5
    const creating: number[] = []
    const inserting: number[] = []
    let statements = 0
    for (let round = 0; round < rounds; round += 1) {
      let made = 0
      creating.push(
        await timed(async () => {
          const seen = await statementsOf(() => aComponent(place, srg))
          statements = seen.statements.length
          made = seen.result
        }),
      )
      const byHand = await emptyComponent(place, srg)
      const rows = await place.db.selectFrom('srg_rules').selectAll().where('srg_id', '=', srg).execute()
      inserting.push(await timed(() => insertByHand(place, byHand, rows)))
      await place.db.deleteFrom('components').where('id', 'in', [made, byHand]).execute()
    }
    const ratio = median(creating.map((time, round) => (inserting[round] ?? Number.NaN) / time))
    const more = `${ratio.toFixed(2)} of one insert by hand (to reach 0.5), ${statements} statements`
    line(size, 'create a component', median(creating), more)
    await place.db.deleteFrom('srgs').where('id', '=', srg).execute()
  }
}

async function emptyComponent({ db, project }: Place, srg: number): Promise<number> {
  const { id } = await db
    .insertInto('components')
    .values({
      project_id: project,
      security_requirements_guide_id: srg,
      name: 'By hand',
      prefix: 'BNCH-01',
      title: 'Bench',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The rules alone, from values that the program sends. */
async function insertByHand({ db }: Place, component: number, rows: object[]): Promise<void> {
  const values = JSON.stringify(rows.map((row, index) => ({ ...row, n: index + 1 })))
  await sql`insert into rules (component_id, document_type, rule_id, title, version, ident, fixtext, srg_rule_id)
    select ${component}::integer, 'stig', lpad(r.n::text, 6, '0'), r.title, r.version, r.ident, r.fixtext, r.id
    from jsonb_to_recordset(${values}::jsonb)
      as r (n integer, id integer, title text, version text, ident text, fixtext text)`.execute(db)
}
