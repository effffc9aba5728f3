import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, client, queryClient, type Outputs } from '../../api/client.ts'
import { Button } from '../../kit/button.tsx'
import { Confirm } from '../../kit/confirm.tsx'
import { Inline } from '../../kit/inline.tsx'
import { ListRow } from '../../kit/list-row.tsx'
import { RecordFacts, RecordList } from '../../kit/record-list.tsx'
import { notify, notifyError } from '../../kit/toast.tsx'
import { rich } from '../../languages/rich.ts'
import { toLabelInSentence, t } from '../../languages/t.ts'
import { Block } from '../home/block.tsx'
import { describeRole, ROLE_NAMES } from './roles.ts'

type Invitation = Outputs['invitations']['list'][number]
type Decision = { invitation: Invitation; confirms: boolean }

/** Invitations from imported archives, which a project admin confirms or declines. */
export function Invitations({ projectId }: { projectId: number }) {
  const { data: invitations = [] } = useQuery(api.invitations.list.queryOptions({ projectId }))
  const [declining, setDeclining] = useState<Invitation | null>(null)
  const decide = useMutation({
    mutationFn: async ({ invitation: { id }, confirms }: Decision) =>
      confirms
        ? client.invitations.confirm.mutate({ projectId, id })
        : client.invitations.decline.mutate({ projectId, id }),
    onSuccess: (_, { invitation: { email, role }, confirms }) => {
      notify(confirms ? describeRole(email, role) : t('{name} is not added to the project.', { name: email }))
      setDeclining(null)
    },
    onError: (error, { confirms }) => {
      // The dialog shows the error of a decline.
      if (confirms) notifyError(error)
    },
    onSettled: () => {
      void queryClient.invalidateQueries(api.projects.pathFilter())
      return queryClient.invalidateQueries(api.invitations.pathFilter())
    },
  })
  if (invitations.length === 0) return null
  return (
    <Block title={t('Invitations from an import')} count={invitations.length}>
      <RecordList>
        {invitations.map((invitation) => (
          <InvitationRow
            key={invitation.id}
            invitation={invitation}
            isPending={decide.isPending}
            onConfirm={() => decide.mutate({ invitation, confirms: true })}
            onDecline={() => {
              decide.reset()
              setDeclining(invitation)
            }}
          />
        ))}
      </RecordList>
      {declining && (
        <Confirm
          title={t('Decline the invitation of {email}?', { email: declining.email })}
          action={t('Decline invitation')}
          error={decide.error}
          isPending={decide.isPending}
          onConfirm={() => decide.mutate({ invitation: declining, confirms: false })}
          onClose={() => setDeclining(null)}
        >
          {t('This deletes the invitation from the import. You can still add the person as a member.')}
        </Confirm>
      )}
    </Block>
  )
}

function InvitationRow({
  invitation: { email, name, role },
  isPending,
  onConfirm,
  onDecline,
}: {
  invitation: Invitation
  isPending: boolean
  onConfirm: () => void
  onDecline: () => void
}) {
  return (
    <ListRow>
      <RecordFacts>
        <bdi className="strong">{email}</bdi>
        <span className="muted">
          {rich('as {role}', { role: toLabelInSentence(ROLE_NAMES[role]) })}
          {name !== null && <>{rich(', named {name} in the archive', { name: <bdi>{name}</bdi> })}</>}
        </span>
      </RecordFacts>
      <Inline as="span" className="push">
        <Button isDisabled={isPending} onPress={onDecline} aria-label={t('Decline {email}', { email })}>
          {t('Decline')}
        </Button>
        <Button
          icon="check"
          isDisabled={isPending}
          onPress={onConfirm}
          aria-label={t('Confirm {email}', { email })}
        >
          {t('Confirm')}
        </Button>
      </Inline>
    </ListRow>
  )
}
