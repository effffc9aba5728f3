import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { NOT_YET_DETERMINED } from '../../../src/vocabulary.ts'
import { api, client, queryClient } from '../../api/client.ts'
import { problemOf } from '../../api/errors.ts'
import { Button } from '../../kit/button.tsx'
import { Card } from '../../kit/card.tsx'
import { Field } from '../../kit/field.tsx'
import { Icon } from '../../kit/icon.tsx'
import { AddressLink } from '../../kit/link.tsx'
import { ProblemStrip } from '../../kit/strip.tsx'
import { notify } from '../../kit/toast.tsx'
import { titleOf } from './component-frame.tsx'
import styles from './components.module.css'
import type { Triage } from './gates.tsx'
import { counted, type Summary, type Workflow } from './phase.ts'
import type { ReleaseGate } from './readiness-of.ts'

/** The release: what becomes fixed, the name to type, and one button for both kinds of documents. */
export function Release({
  summary,
  workflow,
  triage,
  gates,
}: {
  summary: Summary
  workflow: Workflow
  triage: Triage
  /** Undefined until they are known; nothing is released before. */
  gates: readonly ReleaseGate[] | undefined
}) {
  const { id, document_type: kind } = summary
  const name = titleOf(summary)
  const [typed, setTyped] = useState('')
  const release = useMutation({
    mutationFn: async () => {
      const guard = { id, expected_lock_version: summary.lock_version }
      if (kind === 'srg') return (await client.components.release.mutate(guard)).toast
      return (await client.components.update.mutate({ ...guard, component: { released: true } })).toast
    },
    onSuccess: () => notify(`${name} is released.`),
    onSettled: async () => {
      await queryClient.invalidateQueries(api.components.pathFilter())
      await queryClient.invalidateQueries(api.projects.pathFilter())
    },
  })
  if (summary.released) {
    return (
      <Card title={`${name} is released`}>
        <p>Its requirements are fixed, and everybody who is signed in reads them.</p>
      </Card>
    )
  }
  const obstacles = gates?.filter(({ passed, blocking }) => blocking && !passed) ?? []
  const hindered = gates === undefined || obstacles.length > 0
  const admin = summary.effective_permissions === 'admin'
  const undecided = triage.by_triage_status['pending'] ?? 0
  return (
    <Card title={`Release ${name}`}>
      <p className="muted">What becomes fixed from then on:</p>
      <ul className={styles['fixed']}>
        <li>
          <Icon name="lock" /> {counted(workflow.authoring.rules_total, 'requirement')}, with their texts and
          statuses
        </li>
        <li>
          <Icon name="lock" /> {counted(triage.total, 'comment')} with what was decided, when the comments are
          final
        </li>
        <li>
          <Icon name="sheets" />{' '}
          {kind === 'srg' ? 'The guide appears in the catalog.' : 'Everybody who is signed in reads it.'}
        </li>
      </ul>
      {undecided > 0 && (
        <p className="muted">{counted(undecided, 'comment')} without a decision can still be decided.</p>
      )}
      {release.error && <ProblemStrip problem={problemOf(release.error)} />}
      {admin && (
        <Field label={`Type ${name} to release it`} value={typed} onChange={setTyped} isDisabled={hindered} />
      )}
      {admin && (
        <Button
          look="first"
          icon="lock"
          wide
          isDisabled={hindered || typed.trim() !== name}
          isPending={release.isPending}
          onPress={() => release.mutate()}
        >
          Release {name}
        </Button>
      )}
      {obstacles.length > 0 && <Obstacles id={id} obstacles={obstacles} />}
      {!admin && <p className="muted">An admin of the project releases it.</p>}
    </Card>
  )
}

/** What is in the way of the release, each a link to where one does something about it. */
function Obstacles({ id, obstacles }: { id: number; obstacles: readonly ReleaseGate[] }) {
  return (
    <>
      <p className="muted">Possible when this is done:</p>
      <ul className={styles['fixed']} aria-label="In the way of the release">
        {obstacles.map(({ code, text }) => {
          const { page, search } = PLACES[code] ?? { page: '/settings', search: {} }
          return (
            <li key={code}>
              <Icon name="circle" />
              <AddressLink to={`/components/${id}${page}`} search={search}>
                {text}
              </AddressLink>
            </li>
          )
        })}
      </ul>
    </>
  )
}

const PLACES: Readonly<Record<string, { page: string; search: Record<string, string> }>> = {
  'component.empty': { page: '/edit', search: {} },
  'component.undetermined_rules': { page: '/edit', search: { status: NOT_YET_DETERMINED } },
  'component.unlocked_rules': { page: '/edit', search: { locked: 'false' } },
}
