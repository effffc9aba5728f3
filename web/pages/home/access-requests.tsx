import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { api, client, queryClient, type Outputs } from '../../api/client.ts'
import { Button } from '../../kit/button.tsx'
import { Avatar } from '../../kit/chip.tsx'
import { Confirm } from '../../kit/confirm.tsx'
import { ListRow } from '../../kit/list-row.tsx'
import { notify, notifyError } from '../../kit/toast.tsx'
import { rich } from '../../languages/rich.ts'
import { t } from '../../languages/t.ts'
import { ActionButtons, ActionList, ActionText } from './action-list.tsx'

type Request = Outputs['system']['navigation']['access_requests'][number]

/** Requests to join projects; an approved person gets the role to comment, which can be raised on the members page. */
export function AccessRequests({ requests }: { requests: readonly Request[] }) {
  const [refusing, setRefusing] = useState<Request | null>(null)
  const decide = useDecision(() => setRefusing(null))
  const approve = useApproval(decide)
  return (
    <>
      <ActionList>
        {requests.map((request) => {
          const { id, user, project } = request
          return (
            <ListRow key={id}>
              <Avatar name={user.name} />
              <ActionText>
                <span className="strong">{user.name}</span>{' '}
                <span className="muted">
                  {rich('{email} requests access to {name}', { email: user.email, name: project.name })}
                </span>
              </ActionText>
              <ActionButtons>
                <Button
                  onPress={() => {
                    decide.reset()
                    setRefusing(request)
                  }}
                  aria-label={t('Deny {name}', { name: user.name })}
                >
                  {t('Deny')}
                </Button>
                <Button
                  icon="check"
                  isPending={decide.isPending && decide.variables.request.id === id}
                  onPress={() => approve(request)}
                  aria-label={t('Approve {name}', { name: user.name })}
                >
                  {t('Approve')}
                </Button>
              </ActionButtons>
            </ListRow>
          )
        })}
      </ActionList>
      {refusing && (
        <Confirm
          title={t('Deny the request of {name}?', { name: refusing.user.name })}
          action={t('Deny request')}
          error={decide.error}
          isPending={decide.isPending}
          onConfirm={() => decide.mutate({ request: refusing, admit: false })}
          onClose={() => setRefusing(null)}
        >
          {rich('This deletes the request to join {name}. They can ask again.', {
            name: refusing.project.name,
          })}
        </Confirm>
      )}
    </>
  )
}

/** Approves a request once: a second press can come before the button is pending. */
function useApproval(decide: ReturnType<typeof useDecision>) {
  const approving = useRef(new Set<number>())
  return (request: Request) => {
    const { id } = request
    if (approving.current.has(id)) return
    approving.current.add(id)
    decide.mutate({ request, admit: true }, { onSettled: () => void approving.current.delete(id) })
  }
}

function useDecision(onDone: () => void) {
  return useMutation({
    mutationFn: async ({ request, admit }: { request: Request; admit: boolean }) => {
      const { id, user, project } = request
      if (!admit) return client.accessRequests.destroy.mutate({ projectId: project.id, id })
      return client.memberships.create.mutate({
        membership: {
          user_id: user.id,
          membership_id: project.id,
          membership_type: 'Project',
          role: 'viewer',
          access_request_id: id,
        },
      })
    },
    onSuccess: (_, { request: { user, project }, admit }) => {
      notify(
        admit
          ? t('{name} is now a member of {title}.', { name: user.name, title: project.name })
          : t('{name} does not get access.', { name: user.name }),
      )
      onDone()
    },
    onError: (error, { admit }) => {
      // The dialog shows the error of a denial.
      if (admit) notifyError(error)
    },
    onSettled: () =>
      // The button stays pending until its row is gone.
      Promise.all([
        queryClient.invalidateQueries(api.projects.pathFilter()),
        queryClient.invalidateQueries(api.system.navigation.queryFilter()),
      ]),
  })
}
