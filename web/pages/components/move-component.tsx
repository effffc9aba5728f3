import { useMutation, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, client, queryClient, type Outputs } from '../../api/client.ts'
import { toProblem } from '../../api/errors.ts'
import { createCurrentUserQuery } from '../../api/me.ts'
import { ProblemBanner } from '../../kit/banner-strip.tsx'
import { BulletList } from '../../kit/bullet-list.tsx'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { Actions, Form } from '../../kit/form.tsx'
import { Select } from '../../kit/select.tsx'
import { notify } from '../../kit/toast.tsx'
import { formatNumber, locale, t } from '../../languages/t.ts'
import { listAdministeredProjects } from '../projects/administered-projects.ts'
import type { Summary } from './phase.ts'
import styles from './move-component.module.css'

type People = Outputs['components']['move']['losing_access']
type Project = Outputs['projects']['list'][number]

/** Moves a component to another project that the user administers; hidden from others. */
export function MoveComponent({ component }: { component: Summary }) {
  const { data: projects = [] } = useQuery(api.projects.list.queryOptions({}))
  const [isOpen, setOpen] = useState(false)
  const { project_id: projectId, released } = component
  const { data: person } = useSuspenseQuery(createCurrentUserQuery())
  const administered = listAdministeredProjects(projects, person)
  const mayMove = administered.some(({ id }) => id === projectId)
  const targets = administered.filter(({ id }) => id !== projectId)
  if (!mayMove || targets.length === 0 || released) return null
  return (
    <>
      <Button icon="into" onPress={() => setOpen(true)}>
        {t('Move the component')}
      </Button>
      {isOpen && <MoveDialog component={component} targets={targets} onClose={() => setOpen(false)} />}
    </>
  )
}

function MoveDialog({
  component: { id, name },
  targets,
  onClose,
}: {
  component: Summary
  targets: readonly Project[]
  onClose: () => void
}) {
  const [target, setTarget] = useState(String(targets[0]?.id ?? ''))
  const input = { id, component: { project_id: Number(target) } }
  const preview = useQuery({
    queryKey: [['components', 'move'], id, target],
    queryFn: () => client.components.move.mutate({ ...input, dry_run: true }),
    retry: false,
    staleTime: 0,
    gcTime: 0,
  })
  const move = useMutation({
    mutationFn: () =>
      client.components.move.mutate({
        ...input,
        dry_run: false,
        expected_lock_version: preview.data?.component.lock_version,
      }),
    onSuccess: async ({ project }) => {
      notify(t('{name} is now in {title}.', { name, title: project.name }))
      onClose()
      await queryClient.invalidateQueries()
    },
  })
  const effects = preview.data
  return (
    <Dialog title={t('Move {name}', { name })} isOpen onClose={onClose}>
      <Form label={t('Move the component')} error={move.error} onSend={() => effects && move.mutate()}>
        <Select
          label={t('Project')}
          options={targets.map((project) => ({ value: String(project.id), label: project.name }))}
          value={target}
          onChange={setTarget}
          autoFocus
        />
        {preview.error && <ProblemBanner problem={toProblem(preview.error)} />}
        <div role="status" className={styles['effects']}>
          {effects && <Effects {...effects} />}
        </div>
        <Actions>
          <Button type="submit" variant="primary" isDisabled={!effects} isPending={move.isPending}>
            {t('Move')}
          </Button>
          <Button onPress={onClose}>{t('Cancel')}</Button>
        </Actions>
      </Form>
    </Dialog>
  )
}

function Effects({
  losing_access: losing,
  gaining_access: gaining,
}: Pick<Outputs['components']['move'], 'losing_access' | 'gaining_access'>) {
  return (
    <>
      <p>{t('Requirements, comments, history and members of the component move with it.')}</p>
      <BulletList>
        <li>{t('Lose access: {people}', { people: joinNames(losing) })}</li>
        <li>{t('Gain access: {people}', { people: joinNames(gaining) })}</li>
        <li>{t('Response templates stay with the old project')}</li>
      </BulletList>
    </>
  )
}

const MAX_NAMES = 10

function joinNames({ count, names }: People): string {
  if (count === 0) return t('no one')
  const firstNames = names.slice(0, MAX_NAMES)
  const more = count - firstNames.length
  const all = more > 0 ? [...firstNames, t('{count} more', { count: formatNumber(more) })] : firstNames
  return new Intl.ListFormat(locale).format(all)
}
