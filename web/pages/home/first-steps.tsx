import { useMutation, useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { api, queryClient } from '../../api/client.ts'
import { problemOf } from '../../api/errors.ts'
import { uploadFile } from '../../api/upload.ts'
import { Button } from '../../kit/button.tsx'
import { Icon } from '../../kit/icon.tsx'
import { Link } from '../../kit/link.tsx'
import { ProblemBanner } from '../../kit/banner-strip.tsx'
import { notify } from '../../kit/toast.tsx'
import { passwordChosen } from '../account/password-chosen.ts'
import { NewProject } from '../projects/new-project.tsx'
import { AddPerson } from './add-person.tsx'
import { Block } from './block.tsx'
import styles from './home.module.css'
import type { Project } from './inbox.ts'

const SAMPLE = 'U_Harbor_Gateway_SRG_V1R2_Manual-xccdf.xml'
const SAMPLE_URL = new URL('../../../sample/U_Harbor_Gateway_SRG_V1R2_Manual-xccdf.xml', import.meta.url)

/**
 * What a system administrator does first on a fresh service, each ticked as soon as it is done; gone when the service
 * can be worked with.
 */
export function FirstSteps({
  person,
  projects,
  whole = false,
}: {
  person: { id: number; provider: string | null }
  projects: readonly Project[]
  /** Also when all of it is done. */
  whole?: boolean
}) {
  const [first] = projects
  const settings = useQuery(api.system.settings.queryOptions())
  const guides = useQuery(api.srgs.list.queryOptions({ per_page: 1, page: 1 }))
  const project = useQuery({
    ...api.projects.show.queryOptions({ id: first?.id ?? 0 }),
    enabled: first !== undefined,
  })
  const [opened, setOpened] = useState<'project' | 'person' | null>(null)
  const sample = useMutation({
    mutationFn: async () => {
      const text = await (await fetch(SAMPLE_URL)).blob()
      return uploadFile('/srgs', [new File([text], SAMPLE, { type: 'text/xml' })], () => undefined)
    },
    onSuccess: () => notify('The sample guide is in the catalog.'),
    onSettled: () => queryClient.invalidateQueries(api.srgs.pathFilter()),
  })
  const done = {
    guide: (guides.data?.length ?? 0) > 0,
    project: first !== undefined,
    component: (project.data?.components.length ?? 0) > 0,
    people: projects.some(({ memberships_count: count }) => count > 1),
  }
  const known = guides.data !== undefined && (first === undefined || project.data !== undefined)
  if (!known || (!whole && (projects.length > 1 || Object.values(done).every(Boolean)))) return null
  const steps: readonly { id: string; words: string; about: string; done: boolean; action: ReactNode }[] = [
    {
      id: 'password',
      words: 'Choose a password of your own',
      about: 'The first password is in the log of the service, where others may read it.',
      done: person.provider !== null || passwordChosen(person.id),
      action: (
        <Link to="/users/edit/password" look="button">
          Change the password
        </Link>
      ),
    },
    ...(settings.data?.user_registration.enabled
      ? [
          {
            id: 'registration',
            words: 'Decide who may register',
            about:
              'Anyone who reaches this service can create an account. To close registration, set REGISTRATION_ENABLED=false and restart.',
            done: false,
            action: (
              <Link to="/administration/settings" search={{ q: 'REGISTRATION' }} look="button">
                See the setting
              </Link>
            ),
          },
        ]
      : []),
    {
      id: 'guide',
      words: 'Put a guide into the catalog',
      about: 'Components are made from an SRG. The sample is a fictional one.',
      done: done.guide,
      action: (
        <>
          <Button isPending={sample.isPending} onPress={() => sample.mutate()}>
            Take the sample
          </Button>
          <Link to="/srgs" look="button">
            Upload one
          </Link>
        </>
      ),
    },
    {
      id: 'project',
      words: 'Start a project',
      about: 'People, components and comments belong to one.',
      done: done.project,
      action: <Button onPress={() => setOpened('project')}>New project</Button>,
    },
    {
      id: 'people',
      words: 'Bring people in',
      about: 'An account for each, then a role in the project.',
      done: done.people,
      action: (
        <>
          <Button onPress={() => setOpened('person')}>Add a person</Button>
          {first && (
            <Link to="/projects/$id/members" params={{ id: first.id }} look="button">
              Members of {first.name}
            </Link>
          )}
        </>
      ),
    },
    {
      id: 'component',
      words: 'Make a component from the guide',
      about: 'It takes over all requirements of the guide, ready to be written.',
      done: done.component,
      action: first && done.guide && (
        <Link to="/projects/$id/components/new" params={{ id: first.id }} look="button">
          New component
        </Link>
      ),
    },
  ]
  const left = steps.filter((step) => !step.done).length
  return (
    <Block title="First steps" count={left}>
      {sample.error && <ProblemBanner problem={problemOf(sample.error)} />}
      <ol className={styles['steps']} aria-label="First steps">
        {steps.map((step) => (
          <li key={step.id} data-done={step.done}>
            <Icon name={step.done ? 'check' : 'circle'} />
            <span className={styles['asks']}>
              <span className="strong">{step.words}</span>{' '}
              <span className="muted">{step.done ? 'Done.' : step.about}</span>
            </span>
            {!step.done && <span className={styles['ends']}>{step.action}</span>}
          </li>
        ))}
      </ol>
      {opened === 'project' && <NewProject stays onClose={() => setOpened(null)} />}
      {opened === 'person' && <AddPerson onClose={() => setOpened(null)} />}
    </Block>
  )
}
