import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { api, client, queryClient, type Outputs } from '../../api/client.ts'
import { toProblem } from '../../api/errors.ts'
import { currentUserQuery } from '../../api/me.ts'
import { Button } from '../../kit/button.tsx'
import { Link } from '../../kit/link.tsx'
import { Cell, RowName, Table } from '../../kit/table.tsx'
import { notify } from '../../kit/toast.tsx'
import { t } from '../../languages/t.ts'
import { ROLE_NAMES } from './roles.ts'

type Project = Outputs['projects']['list'][number]

/** The projects with description, admins, undecided comments, and the user's role. */
export function ProjectTable({ projects }: { projects: readonly Project[] }) {
  return (
    <Table
      label={t('Projects')}
      columns={[
        { label: t('Project') },
        { label: t('Admin'), wide: true },
        { label: t('Members'), end: true, wide: true },
        { label: t('Open comments'), end: true },
        { label: t('Your role'), end: true },
      ]}
    >
      {projects.map((project) => (
        <Row key={project.id} project={project} />
      ))}
    </Table>
  )
}

function Row({ project }: { project: Project }) {
  const { id, name, description, admin_name, memberships_count, is_member, admin } = project
  const { pending_comment_count: open, total_comment_count: all } = project
  return (
    <tr>
      <Cell head>
        <RowName about={description}>
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
        {memberships_count}
      </Cell>
      <Cell end>{all === 0 ? '–' : t('{open} of {all}', { open, all })}</Cell>
      <Cell end>
        <Part project={project} />
      </Cell>
    </tr>
  )
}

/** The user's role, or a button to request access. */
function Part({ project }: { project: Project }) {
  const { id, name, is_member, admin, memberships, access_request_id } = project
  const { data: person } = useSuspenseQuery(currentUserQuery())
  const ask = useMutation({
    mutationFn: async () =>
      access_request_id === null
        ? client.accessRequests.create.mutate({ projectId: id })
        : client.accessRequests.destroy.mutate({ projectId: id, id: access_request_id }),
    onSuccess: ({ toast }) => notify(toast.message.join(' ')),
    onError: (error) => notify(toProblem(error).sentence, { look: 'problem' }),
    onSettled: () => queryClient.invalidateQueries(api.projects.list.queryFilter()),
  })
  if (is_member || admin) {
    const own = memberships.find(({ user_id }) => user_id === person.id)
    return <>{own ? ROLE_NAMES[own.role] : person.admin ? t('Administrator') : t('Member')}</>
  }
  return (
    <Button
      onPress={() => ask.mutate()}
      isPending={ask.isPending}
      aria-label={
        access_request_id === null
          ? t('Request access to {name}', { name })
          : t('Cancel the request for access to {name}', { name })
      }
    >
      {access_request_id === null ? t('Request access') : t('Cancel request')}
    </Button>
  )
}
