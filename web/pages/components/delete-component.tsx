import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api, client, queryClient } from '../../api/client.ts'
import { createCurrentUserQuery } from '../../api/me.ts'
import { BulletList } from '../../kit/bullet-list.tsx'
import { ConfirmByName } from '../../kit/confirm-by-name.tsx'
import { Link } from '../../kit/link.tsx'
import { notify } from '../../kit/toast.tsx'
import { formatCount, t } from '../../languages/t.ts'
import { DeletionSection } from '../projects/deletion-section.tsx'
import { formatTitle } from './component-frame.tsx'
import { readOverlays } from './overlays.ts'
import type { Summary } from './phase.ts'

/** Deletes a component after listing what it removes and asking for its name. */
export function DeleteComponent({ component }: { component: Summary }) {
  const { data: person } = useQuery(createCurrentUserQuery())
  const [isOpen, setOpen] = useState(false)
  const isRefused = component.released && person?.admin !== true
  return (
    <>
      <DeletionSection
        title={t('Delete the component')}
        note={
          isRefused
            ? t('Only a system administrator can delete a released component.')
            : t('This deletes its requirements, comments and history. It can’t be undone.')
        }
        isDisabled={isRefused}
        onPress={() => setOpen(true)}
      />
      {isOpen && <ConfirmDeletion component={component} onClose={() => setOpen(false)} />}
    </>
  )
}

function ConfirmDeletion({ component, onClose }: { component: Summary; onClose: () => void }) {
  const { id, name, project_id: projectId } = component
  const navigate = useNavigate()
  const { data: comments } = useQuery(api.reviews.componentTriageSummary.queryOptions({ id }))
  const remove = useMutation({
    mutationFn: () => client.components.remove.mutate({ id }),
    onSuccess: async () => {
      notify(t('{name} is deleted.', { name }))
      void queryClient.invalidateQueries(api.projects.pathFilter())
      await navigate({ to: '/projects/$id', params: { id: projectId } })
    },
  })
  return (
    <ConfirmByName
      title={t('Delete {name}?', { name })}
      name={name}
      action={t('Delete the component')}
      error={remove.error}
      isPending={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <Overlays error={remove.error} />
      <p>{t('This permanently deletes the component for everyone. It can’t be undone. It also deletes:')}</p>
      <BulletList>
        <li>{formatCount(component.rules_count, 'requirement')}</li>
        {comments !== undefined && (
          <li>{t('{comments} with all replies', { comments: formatCount(comments.total, 'comment') })}</li>
        )}
        <li>{t('its history and its additional questions')}</li>
      </BulletList>
    </ConfirmByName>
  )
}

/** The overlays that prevent the deletion, as far as the user can read them. */
function Overlays({ error }: { error: unknown }) {
  const overlays = readOverlays(error)
  if (overlays.length === 0) return null
  return (
    <BulletList>
      {overlays.map((overlay) => (
        <li key={overlay.id}>
          <Link to="/components/$id" params={{ id: overlay.id }}>
            {formatTitle(overlay)}
          </Link>
        </li>
      ))}
    </BulletList>
  )
}
