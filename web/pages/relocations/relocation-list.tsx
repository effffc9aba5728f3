import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api, client, queryClient } from '../../api/client.ts'
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
  return (
    <div className={styles['outline']}>
      <h2>
        {getState(relocation) === 'accepted' ? (
          name
        ) : (
          <AddressLink to={`/components/${id}/${name}`}>{name}</AddressLink>
        )}
      </h2>
      {title !== null && <p dir="auto">{title}</p>}
      <p>
        {rich('From {link} to {address}', {
          link: (
            <Link to="/components/$id" params={{ id }}>
              {source}
            </Link>
          ),
          address:
            target === null ? (
              <code>{relocation.target_technology_token}</code>
            ) : (
              t('{target} in {targetName}', { target, targetName })
            ),
        })}
      </p>
      <p className="muted small">{describeHistory(relocation)}</p>
      {relocation.adjudication_rationale !== null && (
        <p className="prose">{relocation.adjudication_rationale}</p>
      )}
    </div>
  )
}

/** "Proposed by Ana 2 days ago, declined by Raj on 12 May 2026, 14:02" */
function describeHistory(relocation: Relocation): string {
  const created = parseTimestamp(relocation.created_at)
  const ended = parseTimestamp(relocation.executed_at ?? relocation.declined_at)
  const state = getState(relocation)
  const decider = state === 'accepted' ? relocation.accepted_by_name : relocation.declined_by_name
  const proposed = t('Proposed by {name}', {
    name: relocation.requested_by_name ?? t('a former user'),
  })
  const age = created ? ` ${formatAge(created, new Date())}` : ''
  if (state === 'open' || !ended) return `${proposed}${age}`
  return t('{proposal}{age}, {state} by {name} on {time}', {
    proposal: proposed,
    age,
    state,
    name: decider ?? t('a former user'),
    time: formatExactTime(ended),
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
