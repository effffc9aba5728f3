import { useMutation } from '@tanstack/react-query'
import { memo } from 'react'
import type { Role } from '../../../src/vocabulary.ts'
import { api, client, queryClient } from '../../api/client.ts'
import { Button } from '../../kit/button.tsx'
import { TableRow } from '../../kit/list-row.tsx'
import { Select } from '../../kit/select.tsx'
import { Cell, RowName } from '../../kit/table.tsx'
import { notify, notifyError } from '../../kit/toast.tsx'
import { t } from '../../languages/t.ts'
import type { Project } from './project-frame.tsx'
import { describeRole, ROLE_LABELS, SHORT_ROLES } from './roles.ts'

export type Member = Project['memberships'][number]

/** A member with their role; `onRemove` is null if the user cannot change members. */
export const MemberRow = memo(function MemberRow({
  member,
  isCurrentUser,
  onRemove,
}: {
  member: Member
  isCurrentUser: boolean
  onRemove: ((member: Member) => void) | null
}) {
  const { id, name, email, role } = member
  const change = useMutation({
    mutationFn: (newRole: Role) => client.memberships.update.mutate({ id, membership: { role: newRole } }),
    onSuccess: (_, newRole) => notify(describeRole(name, newRole)),
    onError: notifyError,
    onSettled: () => queryClient.invalidateQueries(api.projects.pathFilter()),
  })
  return (
    <TableRow>
      <Cell head>
        <RowName description={email}>{isCurrentUser ? t('{name} (you)', { name }) : name}</RowName>
      </Cell>
      <Cell>
        {onRemove ? (
          <Select
            label={t('Role of {name}', { name })}
            labelled={false}
            options={SHORT_ROLES}
            value={change.isPending ? change.variables : role}
            onChange={(newRole) => newRole !== role && change.mutate(newRole)}
            isDisabled={change.isPending}
          />
        ) : (
          ROLE_LABELS[role]
        )}
      </Cell>
      <Cell end>
        {onRemove && (
          <Button onPress={() => onRemove(member)} aria-label={t('Remove {name}', { name })}>
            {t('Remove')}
          </Button>
        )}
      </Cell>
    </TableRow>
  )
})
