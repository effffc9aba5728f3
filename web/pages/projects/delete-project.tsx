import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api, client, queryClient } from '../../api/client.ts'
import { ConfirmByName } from '../../kit/confirm-by-name.tsx'
import { notify } from '../../kit/toast.tsx'
import { formatCount, t } from '../../languages/t.ts'
import type { Project } from './project-frame.tsx'
import styles from './delete-project.module.css'

/** Deletes a project after listing what it removes, and opens the project list. */
export function DeleteProject({ project, onClose }: { project: Project; onClose: () => void }) {
  const { id, name } = project
  const navigate = useNavigate()
  const destroy = useMutation({
    mutationFn: () => client.projects.destroy.mutate({ id }),
    onSuccess: async () => {
      notify(t('{name} is deleted.', { name }))
      await navigate({ to: '/projects' })
      queryClient.removeQueries(api.projects.show.queryFilter({ id }))
      void queryClient.invalidateQueries(api.projects.pathFilter())
    },
  })
  return (
    <ConfirmByName
      title={t('Delete {name}?', { name })}
      name={name}
      action={t('Delete the project')}
      error={destroy.error}
      isPending={destroy.isPending}
      onConfirm={() => destroy.mutate()}
      onClose={onClose}
    >
      <p>{t('This permanently deletes the project for everyone. It can’t be undone. It also deletes:')}</p>
      <ul className={styles['losses']}>
        {listLosses(project).map((loss) => (
          <li key={loss}>{loss}</li>
        ))}
      </ul>
    </ConfirmByName>
  )
}

/** Lists the content that is deleted with a project. */
function listLosses({ components, memberships }: Project): string[] {
  const released = components.filter(({ released: isReleased }) => isReleased).length
  const requirements = components.reduce((sum, component) => sum + component.rules_count, 0)
  return [
    formatCount(components.length, 'component') +
      (released > 0 ? t(', {released} of them released', { released }) : ''),
    t('{requirements} with all comments and their history', {
      requirements: formatCount(requirements, 'requirement'),
    }),
    formatCount(memberships.length, 'membership'),
  ]
}
