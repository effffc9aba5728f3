import { useSuspenseQuery } from '@tanstack/react-query'
import { memo } from 'react'
import type { Outputs } from '../../api/client.ts'
import { createCurrentUserQuery } from '../../api/me.ts'
import { formatPart } from '../../app/format-part.ts'
import { Link } from '../../kit/link.tsx'
import { Cell, RowName, Table } from '../../kit/table.tsx'
import { useFirstRows } from '../../kit/use-first-rows.ts'
import { formatNumber, t } from '../../languages/t.ts'
import { AccessRequestButton } from './access-request-button.tsx'
import { ROLE_NAMES } from './roles.ts'

type Project = Outputs['projects']['list'][number]

/** More rows than a window shows; the others follow after the first paint. */
const FIRST = 40

interface RowProps {
  project: Project
  person: { id: number; admin: boolean }
}

/** The projects with description, admins, undecided comments, and the user's role. */
export function ProjectTable({ projects }: { projects: readonly Project[] }) {
  const { data: person } = useSuspenseQuery(createCurrentUserQuery())
  const visibleRows = useFirstRows(projects, FIRST)
  return (
    <Table
      label={t('Projects')}
      columns={[
        { label: t('Project') },
        { label: t('Admin'), wide: true },
        { label: t('Members'), end: true, wide: true },
        { label: t('Pending comments'), end: true },
        { label: t('Your role'), end: true },
      ]}
    >
      {visibleRows.map((project) => (
        <Row key={project.id} project={project} person={person} />
      ))}
    </Table>
  )
}

const Row = memo(function Row({ project, person }: RowProps) {
  const { id, name, description, admin_name, memberships_count, is_member, admin } = project
  const { pending_comment_count: pending, total_comment_count: all } = project
  return (
    <tr>
      <Cell head>
        <RowName description={description}>
          {is_member || admin ? (
            <Link to="/projects/$id" params={{ id }}>
              {name}
            </Link>
          ) : (
            name
          )}
        </RowName>
      </Cell>
      <Cell wide>{admin_name ?? '–'}</Cell>
      <Cell wide end>
        {formatNumber(memberships_count)}
      </Cell>
      <Cell end>{all === 0 ? '–' : formatPart(pending, all)}</Cell>
      <Cell end>
        <Role project={project} person={person} />
      </Cell>
    </tr>
  )
})

/** The user's role, or a button to request access. */
function Role({ project, person }: RowProps) {
  const { is_member, admin, memberships } = project
  if (!is_member && !admin) return <AccessRequestButton project={project} />
  const membership = memberships.find(({ user_id }) => user_id === person.id)
  return membership ? ROLE_NAMES[membership.role] : person.admin ? t('Administrator') : t('Member')
}
