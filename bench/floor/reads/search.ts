import { selectRows } from '../database.ts'
import type { ReadsByName } from '../reads.ts'
import { VISIBLE } from '../rows/membership.ts'

/** Searches by id of a guide or of its requirement. */
export const SEARCH: ReadsByName = {
  'GET /search/components': {
    scope: 'anyone',
    answer: async ({ session, query }) => {
      const hits = await selectRows(
        'components on',
        `select c.id, c.name from components c where c.id in (${VISIBLE('$1')})
           and exists (select from component_sources s join srgs g on g.id = s.srg_id where s.component_id = c.id and g.srg_id = $2)
         order by c.name, c.id limit 100`,
        [session['user_id'], query['q']],
      )
      return { components: hits.map((row) => [row['id'], row['name']]) }
    },
  },
  'GET /search/projects': {
    scope: 'anyone',
    answer: async ({ session, query }) => {
      const hits = await selectRows(
        'projects on',
        `select p.id, p.name from projects p
         where (p.visibility = 'discoverable' or exists (select from memberships m where m.project_id = p.id and m.user_id = $1))
           and exists (select from components c join component_sources s on s.component_id = c.id join srgs g on g.id = s.srg_id
             where c.project_id = p.id and g.srg_id = $2)
         order by p.name, p.id limit 10`,
        [session['user_id'], query['q']],
      )
      return { projects: hits.map((row) => [row['id'], row['name']]) }
    },
  },
  'GET /search/rules': {
    scope: 'anyone',
    answer: async ({ session, query }) => {
      const hits = await selectRows(
        'rules on',
        `select r.id, r.rule_id, r.component_id, c.prefix from rules r join components c on c.id = r.component_id
         where r.version = $2 and r.deleted_at is null and r.component_id in (${VISIBLE('$1')})
         order by r.component_id, r.rule_id limit 100`,
        [session['user_id'], query['q']],
      )
      return { rules: hits.map((row) => [row['id'], row['rule_id'], row['component_id'], row['prefix']]) }
    },
  },
}
