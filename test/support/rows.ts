import { randomBytes } from 'node:crypto'
import type { Insertable } from 'kysely'
import { type Db, type Em, toKysely } from '../../src/database/database.ts'

type Row<T extends keyof Db> = Partial<Insertable<Db[T]>>
type Table = keyof Db & ('users' | 'projects' | 'srgs' | 'srg_rules' | 'components' | 'rules' | 'reviews')

/**
 * Inserts rows without the domain code, for tests of the database itself. Each call fills mandatory columns, overrides
 * them with `row` and returns the new id.
 */
export function createInserter(em: Em) {
  const insert = async <T extends Table>(table: T, row: Row<Table>): Promise<number> => {
    const { id } = await toKysely(em)
      .insertInto<Table>(table)
      .values(row)
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }
  const createInserter = {
    user: (row: Row<'users'> = {}) =>
      insert('users', { name: 'Ann', email: `${createUniqueName()}@example.org`, ...row }),
    project: (row: Row<'projects'> = {}) => insert('projects', { name: createUniqueName(), ...row }),
    srg: (row: Row<'srgs'> = {}) =>
      insert('srgs', { srg_id: createUniqueName(), title: 'Guide', version: 'V1R1', ...row }),
    srgRule: async (row: Row<'srg_rules'> = {}) =>
      insert('srg_rules', {
        srg_id: row.srg_id ?? (await createInserter.srg()),
        rule_id: createUniqueName(),
        version: createUniqueName(),
        ...row,
      }),
    component: async (row: Row<'components'> = {}) =>
      insert('components', {
        project_id: row.project_id ?? (await createInserter.project()),
        security_requirements_guide_id: row.security_requirements_guide_id ?? (await createInserter.srg()),
        name: createUniqueName(),
        prefix: 'ABCD-01',
        title: 'Component',
        ...row,
      }),
    rule: async (component: number, row: Row<'rules'> = {}) => {
      const type = row.document_type ?? 'stig'
      return insert('rules', {
        component_id: component,
        document_type: type,
        rule_id: String(Number.parseInt(randomBytes(3).toString('hex'), 16) % 1_000_000).padStart(6, '0'),
        ...(type === 'stig' ? { srg_rule_id: await createInserter.srgRule() } : {}),
        ...row,
      })
    },
    /** Inserts a pending comment on the rule, or on the component if `row` names no rule. */
    comment: async (component: number, rule: number | null, row: Row<'reviews'> = {}) => {
      const { project_id } = await toKysely(em)
        .selectFrom('components')
        .select('project_id')
        .where('id', '=', component)
        .executeTakeFirstOrThrow()
      return insert('reviews', {
        project_id,
        component_id: component,
        rule_id: rule,
        commentable_type: rule === null ? 'Component' : 'BaseRule',
        action: 'comment',
        comment: 'A text',
        triage_status: row.responding_to_review_id ? null : 'pending',
        ...row,
      })
    },
  }
  return createInserter
}

function createUniqueName(): string {
  return randomBytes(8).toString('hex')
}
