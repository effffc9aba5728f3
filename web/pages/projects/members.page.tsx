import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { createCurrentUserQuery } from '../../api/me.ts'
import { formatPart } from '../../app/format-part.ts'
import { PageTitle } from '../../app/page-title.tsx'
import { Empty } from '../../app/states.tsx'
import { ListFilter } from '../../kit/list-filter.tsx'
import { PageContent } from '../../kit/page-content.tsx'
import { SearchField } from '../../kit/search-field.tsx'
import { Table } from '../../kit/table.tsx'
import { useFirstRows } from '../../kit/use-first-rows.ts'
import { formatNumber, t } from '../../languages/t.ts'
import { AccessRequests } from '../home/access-requests.tsx'
import { Block } from '../home/block.tsx'
import { AddMember } from './add-member.tsx'
import { Invitations } from './invitations.tsx'
import { MemberRow, type Member } from './member-row.tsx'
import { membersRoute } from './members.route.ts'
import { ProjectFrame, isProjectAdmin } from './project-frame.tsx'
import { RemoveMember } from './remove-member.tsx'
import styles from './members.module.css'

/** More members than a window shows. */
const FIRST_ROWS = 16

/** The members of a project and their roles; a project admin adds, changes and removes them. */
export default function MembersPage() {
  const { id } = membersRoute.useParams()
  const { q } = membersRoute.useSearch()
  const navigate = useNavigate()
  const { data: person } = useSuspenseQuery(createCurrentUserQuery())
  const { data: project } = useSuspenseQuery(api.projects.show.queryOptions({ id }))
  const [removing, setRemoving] = useState<Member | null>(null)
  const { memberships, access_requests: requests } = project
  const label = q.trim().toLowerCase()
  const matching = memberships.filter(({ name, email }) => `${name} ${email}`.toLowerCase().includes(label))
  const admin = isProjectAdmin(project)
  return (
    <ProjectFrame id={id}>
      <PageContent>
        <PageTitle
          title={t('Members')}
          parents={[project.name]}
          description={
            label === '' ? formatNumber(memberships.length) : formatPart(matching.length, memberships.length)
          }
        />
        {requests.length > 0 && (
          <Block title={t('Access requests')} count={requests.length}>
            <AccessRequests requests={requests} />
          </Block>
        )}
        {admin && <Invitations projectId={id} />}
        {admin && <AddMember project={project} />}
        <ListFilter>
          <SearchField
            label={t('Filter members')}
            placeholder={t('Filter members')}
            value={q}
            onChange={(value) =>
              void navigate({
                to: '/projects/$id/members',
                params: { id },
                search: { q: value },
                replace: true,
              })
            }
          />
        </ListFilter>
        {matching.length === 0 && <Empty>{t('No matching members')}</Empty>}
        {matching.length > 0 && (
          <div className={styles['members']}>
            <MemberTable members={matching} personId={person.id} onRemove={admin ? setRemoving : null} />
          </div>
        )}
        {removing && (
          <RemoveMember member={removing} title={project.name} onClose={() => setRemoving(null)} />
        )}
      </PageContent>
    </ProjectFrame>
  )
}

function MemberTable({
  members,
  personId,
  onRemove,
}: {
  members: readonly Member[]
  personId: number
  onRemove: ((member: Member) => void) | null
}) {
  const visibleRows = useFirstRows(members, FIRST_ROWS)
  return (
    <Table
      label={t('Members')}
      columns={[{ label: t('Person') }, { label: t('Role') }, { label: t('Remove'), quiet: true, end: true }]}
    >
      {visibleRows.map((member) => (
        <MemberRow
          key={member.id}
          member={member}
          isCurrentUser={member.user_id === personId}
          onRemove={onRemove}
        />
      ))}
    </Table>
  )
}
