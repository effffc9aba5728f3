import { useQuery } from '@tanstack/react-query'
import { roleAtLeast } from '../../../src/vocabulary.ts'
import { api } from '../../api/client.ts'
import { Card, Facts } from '../../kit/card.tsx'
import type { Project } from './project-frame.tsx'

/** How many open comments each triager has; for those who triage themselves. */
export function Workload({ project: { id, effective_permissions: role } }: { project: Project }) {
  const triages = roleAtLeast(role, 'author')
  const { data } = useQuery(api.reviews.projectWorkload.queryOptions({ projectId: id }, { enabled: triages }))
  if (!data) return null
  return (
    <Card title="Triage workload">
      {data.rows.length === 0 && <p className="muted">Nobody has an open comment assigned.</p>}
      <Facts
        facts={data.rows.map(({ user, assigned, overdue }) => [
          user.name,
          overdue === 0 ? (
            assigned
          ) : (
            <>
              {assigned}, <span className="danger">{overdue} late</span>
            </>
          ),
        ])}
      />
    </Card>
  )
}
