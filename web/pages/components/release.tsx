import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { NOT_YET_DETERMINED, type DocumentType } from '../../../src/vocabulary.ts'
import { api, client, queryClient } from '../../api/client.ts'
import { createCurrentUserQuery } from '../../api/me.ts'
import { Button } from '../../kit/button.tsx'
import { Card } from '../../kit/card.tsx'
import { Field } from '../../kit/field.tsx'
import { Form } from '../../kit/form.tsx'
import { Icon } from '../../kit/icon.tsx'
import { AddressLink, Link } from '../../kit/link.tsx'
import { notify } from '../../kit/toast.tsx'
import { rich } from '../../languages/rich.ts'
import { formatCount, t } from '../../languages/t.ts'
import { formatTitle } from './component-frame.tsx'
import type { Triage } from './gates.tsx'
import { type Summary, type Workflow } from './phase.ts'
import type { ReleaseGate } from './readiness-query.ts'
import styles from './release.module.css'

/** The release form: what becomes read-only, the name to type, and one button for both document types. */
export function Release({
  summary,
  workflow,
  triage,
  gates,
}: {
  summary: Summary
  workflow: Workflow
  triage: Triage
  /** Undefined while loading; no release is possible before. */
  gates: readonly ReleaseGate[] | undefined
}) {
  const { id, document_type: kind } = summary
  const name = formatTitle(summary)
  const { data: person } = useSuspenseQuery(createCurrentUserQuery())
  const release = useRelease(summary)
  if (summary.released) {
    return (
      <Card title={t('{name} is released', { name })}>
        <p>{t('Its requirements are read-only and visible to everyone who is signed in.')}</p>
        {kind === 'srg' && (
          <p>
            <Link to="/srgs">{t('SRGs in the catalog')}</Link>
          </p>
        )}
        {summary.effective_permissions !== null && (
          <p>
            <AddressLink to={`/components/${id}/copy`}>{t('New version')}</AddressLink>
          </p>
        )}
      </Card>
    )
  }
  const obstacles = gates?.filter(({ passed, blocking }) => blocking && !passed) ?? []
  const hindered = gates === undefined || obstacles.length > 0
  const admin = kind === 'srg' ? person.admin : summary.effective_permissions === 'admin'
  const undecided = triage.by_triage_status['pending'] ?? 0
  return (
    <Card title={t('Release {name}', { name })}>
      <FixedFacts kind={kind} rules={workflow.authoring.rules_total} comments={triage.total} />
      {undecided > 0 && (
        <p className="muted">
          {t('{comments} without a decision can still be decided.', {
            comments: formatCount(undecided, 'comment'),
          })}
        </p>
      )}
      {admin && <ReleaseForm name={name} release={release} isHindered={hindered} />}
      {obstacles.length > 0 && <Obstacles id={id} obstacles={obstacles} />}
      {!admin && (
        <p className="muted">
          {kind === 'srg'
            ? t('Only a system administrator can release this SRG, because it enters the catalog')
            : t('Only an admin can release this component')}
        </p>
      )}
    </Card>
  )
}

/** Releases a component, and moves the focus to the title of the page, which shows the new state. */
function useRelease(summary: Summary) {
  const { id, document_type: kind } = summary
  const name = formatTitle(summary)
  const release = useMutation({
    mutationFn: async () => {
      const guard = { id, expected_lock_version: summary.lock_version }
      if (kind === 'srg') return client.components.release.mutate(guard)
      return client.components.update.mutate({ ...guard, component: { released: true } })
    },
    onSuccess: () => notify(t('{name} is released.', { name })),
    onSettled: async () => {
      await queryClient.invalidateQueries(api.components.pathFilter())
      await queryClient.invalidateQueries(api.projects.pathFilter())
      await queryClient.invalidateQueries(api.srgs.pathFilter())
    },
  })
  const isDone = release.isSuccess && summary.released
  useEffect(() => {
    // The focused form is gone; the page's title announces the release.
    if (isDone) document.querySelector<HTMLElement>('#main h1')?.focus()
  }, [isDone])
  return release
}

/** Describes what the release makes read-only. */
function FixedFacts({ kind, rules, comments }: { kind: DocumentType; rules: number; comments: number }) {
  return (
    <>
      <p className="muted">{t('After the release, these can’t be changed:')}</p>
      <ul className={styles['fixed']}>
        <li>
          <Icon name="lock" />{' '}
          {t('{requirements}, with their texts and statuses', {
            requirements: formatCount(rules, 'requirement'),
          })}
        </li>
        {comments > 0 && (
          <li>
            <Icon name="lock" />{' '}
            {t('{comments} and their decisions, once comments are final', {
              comments: formatCount(comments, 'comment'),
            })}
          </li>
        )}
      </ul>
      <p>
        {kind === 'srg'
          ? t('The guide appears in the catalog.')
          : t('Everyone who is signed in can read it.')}
      </p>
    </>
  )
}

/** The name to type before the release. */
function ReleaseForm({
  name,
  release,
  isHindered,
}: {
  name: string
  release: ReturnType<typeof useRelease>
  isHindered: boolean
}) {
  const [typed, setTyped] = useState('')
  const isReady = !isHindered && typed.trim() === name
  const send = () => {
    if (isReady && !release.isPending) release.mutate()
  }
  return (
    <Form error={release.error} onSend={send}>
      <Field
        label={t('Type {name} to release it', { name })}
        value={typed}
        onChange={setTyped}
        isDisabled={isHindered}
      />
      <Button
        type="submit"
        variant="primary"
        icon="lock"
        wide
        isDisabled={!isReady}
        isPending={release.isPending}
      >
        {rich('Release {name}', { name: <bdi key="name">{name}</bdi> })}
      </Button>
    </Form>
  )
}

/** The blockers of the release, each with a link to the place to act. */
function Obstacles({ id, obstacles }: { id: number; obstacles: readonly ReleaseGate[] }) {
  return (
    <>
      <p className="muted">{t('Before you can release:')}</p>
      <ul className={styles['fixed']} aria-label={t('Release blockers')}>
        {obstacles.map((gate) => {
          const { code } = gate
          const { page, search } = SETTINGS_PAGES[code] ?? { page: '/settings', search: {} }
          return (
            <li key={code}>
              <Icon name="circle" />
              <AddressLink to={`/components/${id}${page}`} search={search}>
                {formatGate(gate)}
              </AddressLink>
            </li>
          )
        })}
      </ul>
    </>
  )
}

/** Describes the missing part with its count; other gates have the text of the service. */
function formatGate({ code, missing, total, text }: ReleaseGate): string {
  const figures = { missing, total }
  if (code === 'component.undetermined_rules') {
    return t(
      {
        count: missing,
        one: '{missing} of {total} requirements is not yet determined',
        other: '{missing} of {total} requirements are not yet determined',
      },
      figures,
    )
  }
  if (code === 'component.unlocked_rules') {
    return t(
      {
        count: missing,
        one: '{missing} of {total} requirements is not locked yet',
        other: '{missing} of {total} requirements are not locked yet',
      },
      figures,
    )
  }
  return text
}

const SETTINGS_PAGES: Readonly<Record<string, { page: string; search: Record<string, string> }>> = {
  'component.empty': { page: '/edit', search: {} },
  'component.undetermined_rules': { page: '/edit', search: { status: NOT_YET_DETERMINED } },
  'component.unlocked_rules': { page: '/edit', search: { locked: 'false' } },
}
