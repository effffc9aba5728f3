import { useState } from 'react'
import { problemOf } from '../../api/errors.ts'
import { ProblemBanner } from '../../kit/banner-strip.tsx'
import { Icon } from '../../kit/icon.tsx'
import { t } from '../../languages/t.ts'
import { NewProject } from '../projects/new-project.tsx'
import { AddPerson } from './add-person.tsx'
import { Block } from './block.tsx'
import { FirstStepAction } from './first-step-action.tsx'
import type { Project } from './inbox.ts'
import { useFirstSteps, useSampleGuide, type FirstStep } from './use-first-steps.ts'
import styles from './home.module.css'

const LABELS: Record<FirstStep, { words: string; about: string }> = {
  password: {
    words: t('Choose a password of your own'),
    about: t('The first password is in the log of the service, where others may read it.'),
  },
  registration: {
    words: t('Decide who may register'),
    about: t(
      'Anyone who reaches this service can create an account. To close registration, set REGISTRATION_ENABLED=false and restart.',
    ),
  },
  guide: {
    words: t('Put a guide into the catalog'),
    about: t('Components are made from an SRG. The sample is a fictional one.'),
  },
  project: { words: t('Start a project'), about: t('People, components and comments belong to one.') },
  people: { words: t('Bring people in'), about: t('An account for each, then a role in the project.') },
  component: {
    words: t('Make a component from the guide'),
    about: t('It takes over all requirements of the guide, ready to be written.'),
  },
}
/** When all of these are done, the service can be worked with. */
const NEEDED: readonly FirstStep[] = ['guide', 'project', 'component', 'people']

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
  const steps = useFirstSteps(person, projects)
  const sample = useSampleGuide()
  const [opened, setOpened] = useState<'project' | 'person' | null>(null)
  if (steps === null) return null
  if (!whole && (projects.length > 1 || NEEDED.every((step) => steps.get(step)))) return null
  const left = [...steps.values()].filter((done) => !done).length
  return (
    <Block title={t('First steps')} count={left}>
      {sample.error && <ProblemBanner problem={problemOf(sample.error)} />}
      <ol className={styles['steps']} aria-label={t('First steps')}>
        {[...steps].map(([step, done]) => (
          <li key={step} data-done={done}>
            <Icon name={done ? 'check' : 'circle'} />
            <span className={styles['asks']}>
              <span className="strong">{LABELS[step].words}</span>{' '}
              <span className="muted">{done ? t('Done.') : LABELS[step].about}</span>
            </span>
            {!done && (
              <span className={styles['ends']}>
                <FirstStepAction
                  step={step}
                  first={projects[0]}
                  hasGuide={steps.get('guide') === true}
                  sample={sample}
                  onOpen={setOpened}
                />
              </span>
            )}
          </li>
        ))}
      </ol>
      {opened === 'project' && <NewProject stays onClose={() => setOpened(null)} />}
      {opened === 'person' && <AddPerson onClose={() => setOpened(null)} />}
    </Block>
  )
}
