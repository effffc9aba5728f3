import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, client, queryClient } from '../../api/client.ts'
import { translateDetail } from '../../api/errors.ts'
import { formatAge, formatExactTime, parseTimestamp } from '../../api/time.ts'
import { Button } from '../../kit/button.tsx'
import { Confirm } from '../../kit/confirm.tsx'
import { AddressLink, Link } from '../../kit/link.tsx'
import { ListRow } from '../../kit/list-row.tsx'
import { notify } from '../../kit/toast.tsx'
import { rich } from '../../languages/rich.ts'
import { t } from '../../languages/t.ts'
import { DecideRelocation } from './decide-relocation.tsx'
import { getState, type Relocation } from './relocation-state.ts'
import { reportClosed } from './report-closed.ts'
import styles from './relocation-list.module.css'

/** Proposals, each with the source and the target of the requirement. */
export function RelocationList({ relocations }: { relocations: readonly Relocation[] }) {
  return (
    <ul className={styles['list']}>
      {relocations.map((relocation) => (
        <ListRow key={relocation.id}>
          <Outline relocation={relocation} />
          {getState(relocation) === 'open' && <OpenActions relocation={relocation} />}
        </ListRow>
      ))}
    </ul>
  )
}

function Outline({ relocation }: { relocation: Relocation }) {
  const { source_displayed_name: name, component_id: id, component_name: source } = relocation
  const { target_displayed_name: target, target_component_name: targetName, source_title: title } = relocation
  const { source_readable: isReadable } = relocation
  return (
    <div className={styles['outline']}>
      <h2>
        {getState(relocation) === 'accepted' || !isReadable ? (
          name
        ) : (
          <AddressLink to={`/components/${id}/${name}`}>{name}</AddressLink>
        )}
      </h2>
      {title !== null && <p dir="auto">{title}</p>}
      <p>
        {rich('From {link} to {address}', {
          link: isReadable ? (
            <Link to="/components/$id" params={{ id }}>
              {source}
            </Link>
          ) : (
            source
          ),
          address:
            target === null ? (
              <ProposedTarget relocation={relocation} />
            ) : (
              t('{target} in {targetName}', { target, targetName })
            ),
        })}
      </p>
      <p className="muted small">{describeHistory(relocation)}</p>
      {relocation.adjudication_rationale !== null && (
        <p className="prose">{translateDetail(relocation.adjudication_rationale)}</p>
      )}
    </div>
  )
}

/** The technology, and the project that the proposal names. */
function ProposedTarget({ relocation }: { relocation: Relocation }) {
  const { target_technology_token: token, target_project_id: projectId } = relocation
  const { data: projects } = useQuery(api.projects.list.queryOptions({}, { enabled: projectId !== null }))
  const targetName = projects?.find(({ id }) => id === projectId)?.name
  return (
    <>{targetName === undefined ? token : t('{target} in {targetName}', { target: token, targetName })}</>
  )
}

/** "Proposed by Ana 2 days ago, declined by Raj on 12 May 2026, 14:02" */
function describeHistory(relocation: Relocation): string {
  const created = parseTimestamp(relocation.created_at)
  const ended = parseTimestamp(relocation.executed_at ?? relocation.declined_at)
  const proposed = t('Proposed by {name}', {
    name: relocation.requested_by_name ?? t('a former user'),
  })
  const proposal = created ? `${proposed} ${formatAge(created, new Date())}` : proposed
  if (!ended) return proposal
  const time = formatExactTime(ended)
  return getState(relocation) === 'accepted'
    ? t('{proposal}, accepted by {name} on {time}', {
        proposal,
        name: relocation.accepted_by_name ?? t('a former user'),
        time,
      })
    : t('{proposal}, declined by {name} on {time}', {
        proposal,
        name: relocation.declined_by_name ?? t('a former user'),
        time,
      })
}

type Action = keyof Relocation['allowed_actions']

/** The actions that the service allows, each with the label of its button. */
function listActions({ source_displayed_name: name, allowed_actions: allowed }: Relocation) {
  const actions: { action: Action; label: string; name: string }[] = [
    { action: 'accept', label: t('Preview and accept'), name: t('Preview and accept {name}', { name }) },
    { action: 'decline', label: t('Decline'), name: t('Decline {name}', { name }) },
    { action: 'withdraw', label: t('Recall'), name: t('Recall {name}', { name }) },
  ]
  return actions.filter(({ action }) => allowed[action].allowed)
}

function OpenActions({ relocation }: { relocation: Relocation }) {
  const { id, source_displayed_name: name } = relocation
  const [chosen, setChosen] = useState<Action | null>(null)
  const recall = useMutation({
    mutationFn: () => client.relocations.remove.mutate({ id }),
    onSuccess: () => {
      notify(t('{name} stays where it is.', { name }))
      setChosen(null)
    },
    onError: (error) => reportClosed(error, name),
    onSettled: () => queryClient.invalidateQueries(api.relocations.pathFilter()),
  })
  return (
    <div className={styles['actions']}>
      {listActions(relocation).map(({ action, label, name: buttonName }) => (
        <Button key={action} aria-label={buttonName} onPress={() => setChosen(action)}>
          {label}
        </Button>
      ))}
      {chosen === 'withdraw' && (
        <Confirm
          title={t('Recall the proposal for {name}?', { name })}
          action={t('Recall proposal')}
          error={recall.error}
          isPending={recall.isPending}
          onConfirm={() => recall.mutate()}
          onClose={() => setChosen(null)}
        >
          {t('This deletes the proposal for everyone. The requirement stays where it is.')}
        </Confirm>
      )}
      {(chosen === 'accept' || chosen === 'decline') && (
        <DecideRelocation relocation={relocation} decision={chosen} onClose={() => setChosen(null)} />
      )}
    </div>
  )
}
