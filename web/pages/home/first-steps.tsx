import { useEffect, useRef, useState } from 'react'
import { toProblem } from '../../api/errors.ts'
import { ProblemBanner } from '../../kit/banner-strip.tsx'
import { Icon } from '../../kit/icon.tsx'
import { t } from '../../languages/t.ts'
import { NewProject } from '../projects/new-project.tsx'
import { ActionButtons, ActionSteps, ActionText } from './action-list.tsx'
import { AddPerson } from './add-person.tsx'
import { Block } from './block.tsx'
import { FirstStepAction } from './first-step-action.tsx'
import type { Project } from './inbox.ts'
import { isSetUpOpen, useFirstSteps, useSampleGuide, type FirstStep } from './use-first-steps.ts'
import styles from './first-steps.module.css'

const LABELS: Record<FirstStep, { label: string; description: string }> = {
  password: {
    label: t('Choose a password of your own'),
    description: t(
      'The first password is in the log or the settings of the service, where others may read it.',
    ),
  },
  registration: {
    label: t('Decide who can register'),
    description: t(
      'Anyone who reaches this service can create an account. To close registration, set REGISTRATION_ENABLED=false and restart.',
    ),
  },
  guide: {
    label: t('Add a guide to the catalog'),
    description: t('Every component is based on an SRG. The sample SRG is fictional.'),
  },
  project: {
    label: t('Create a project'),
    description: t('A project holds people, components and comments.'),
  },
  people: {
    label: t('Add people'),
    description: t('Create an account for each person, then give them a role in the project.'),
  },
  component: {
    label: t('Create a component from the guide'),
    description: t('It starts with all requirements of the guide.'),
  },
}
/** The setup checklist of a system administrator on a new service; it disappears when the setup is complete. */
export function FirstSteps({
  person,
  projects,
  always = false,
}: {
  person: { admin: boolean; provider: string | null }
  projects: readonly Project[]
  /** Shows the list also when all steps are done. */
  always?: boolean
}) {
  const steps = useFirstSteps(person, projects, always)
  const sample = useSampleGuide()
  const [opened, setOpened] = useState<'project' | 'person' | null>(null)
  const openSteps = steps === null ? 0 : [...steps.values()].filter((done) => !done).length
  const list = useFocusOnNextStep(steps)
  if (steps === null || (!always && !isSetUpOpen(steps, projects))) return null
  return (
    <Block title={t('First steps')} count={openSteps}>
      {sample.error && <ProblemBanner problem={toProblem(sample.error)} />}
      <ActionSteps ref={list} className={styles['steps']} aria-label={t('First steps')}>
        {[...steps].map(([step, done]) => (
          <li key={step} data-done={done}>
            <Icon name={done ? 'check' : 'circle'} />
            <ActionText>
              <span className="strong">{LABELS[step].label}</span>{' '}
              <span className="muted">{done ? t('Done.') : LABELS[step].description}</span>
            </ActionText>
            {!done && (
              <ActionButtons>
                <FirstStepAction
                  step={step}
                  first={projects[0]}
                  hasGuide={steps.get('guide') === true}
                  sample={sample}
                  onOpen={setOpened}
                />
              </ActionButtons>
            )}
          </li>
        ))}
      </ActionSteps>
      {opened === 'project' && <NewProject stays onClose={() => setOpened(null)} />}
      {opened === 'person' && <AddPerson onClose={() => setOpened(null)} />}
    </Block>
  )
}

/** Moves the focus to the next open step, because a completed step's button disappears. */
function useFocusOnNextStep(steps: ReadonlyMap<FirstStep, boolean> | null) {
  const list = useRef<HTMLOListElement>(null)
  const before = useRef(steps)
  useEffect(() => {
    // While a new project is loading, the state of the steps is unknown.
    if (steps === null) return
    const index = [...steps].findIndex(([step, done]) => done && before.current?.get(step) === false)
    before.current = steps
    if (index === -1) return
    // A dialog restores the focus in the frame after it is removed.
    const frame = requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        if (document.activeElement !== document.body) return
        const rows = [...(list.current?.children ?? [])]
        const next = [...rows.slice(index), ...rows].map((row) => row.querySelector<HTMLElement>('a, button'))
        next.find((action) => action !== null)?.focus()
      }),
    )
    return () => cancelAnimationFrame(frame)
  }, [steps])
  return list
}
