import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, client, queryClient } from '../../../api/client.ts'
import { problemOf } from '../../../api/errors.ts'
import { Button } from '../../../kit/button.tsx'
import { ComboBox } from '../../../kit/combo-box.tsx'
import { Link } from '../../../kit/link.tsx'
import { ProblemBanner } from '../../../kit/banner-strip.tsx'
import { ProposeForRequirement } from '../../relocations/propose-for-requirement.tsx'
import type { Component } from '../editor/component.ts'
import type { Rule } from '../fields.ts'
import type { Row } from '../requirements.ts'
import styles from './context.module.css'

/** What satisfies this requirement, what it satisfies, and who answers the same SRG requirement elsewhere. */
export default function Related({
  rule,
  rows,
  component,
  mayWrite,
}: {
  rule: Rule
  rows: readonly Row[]
  component: Component
  mayWrite: boolean
}) {
  const isStig = component.document_type === 'stig'
  const related = useQuery({
    ...api.rules.related.queryOptions({ ruleId: rule.id }),
    enabled: isStig && component.effective_permissions !== null,
  })
  const [words, setWords] = useState('')
  const write = useMutation({
    mutationFn: ({ parent, on }: { parent: number; on: boolean }) =>
      on
        ? client.satisfactions.create.mutate({ rule_id: rule.id, satisfied_by_rule_id: parent })
        : client.satisfactions.remove.mutate({ ruleId: rule.id, satisfied_by_rule_id: parent }),
    onSettled: () => queryClient.invalidateQueries(api.rules.pathFilter()),
  })
  const wanted = words.trim().toLowerCase()
  const found = rows
    .filter(
      ({ id, rule_id, title }) =>
        id !== rule.id && `${rule_id} ${title ?? ''}`.toLowerCase().includes(wanted),
    )
    .slice(0, 30)
    .map(({ id, rule_id, title }) => ({ id, words: `${rule_id} ${title ?? ''}` }))
  const parents = rule.satisfied_by ?? []
  const children = rule.satisfies ?? []
  if (!isStig) {
    const name = rows.find(({ id }) => id === rule.id)?.displayed_name ?? rule.rule_id
    return (
      <div className={styles['part']}>
        <p>Requirements of an SRG have no links to each other.</p>
        {mayWrite && <ProposeForRequirement id={rule.id} name={name} />}
      </div>
    )
  }
  return (
    <div className={styles['part']}>
      <h2>Satisfied by</h2>
      <ul className={styles['mini']}>
        {parents.map(({ id, rule_id }) => (
          <li key={id}>
            <Named rows={rows} id={id} number={rule_id} componentId={component.id} />
            {mayWrite && (
              <Button look="plain" onPress={() => write.mutate({ parent: id, on: false })}>
                Take away
              </Button>
            )}
          </li>
        ))}
      </ul>
      {parents.length === 0 && children.length === 0 && mayWrite && (
        <ComboBox
          label="Requirement that satisfies this one"
          items={found}
          query={words}
          onQuery={setWords}
          onChoose={(chosen) => write.mutate({ parent: Number(chosen.id), on: true })}
        />
      )}
      {write.error && <ProblemBanner problem={problemOf(write.error)} />}
      {children.length > 0 && <h2>Satisfied by this one</h2>}
      <ul className={styles['mini']}>
        {children.map(({ id, rule_id }) => (
          <li key={id}>
            <Named rows={rows} id={id} number={rule_id} componentId={component.id} />
          </li>
        ))}
      </ul>
      <h2>Elsewhere</h2>
      {related.error && <ProblemBanner problem={problemOf(related.error)} />}
      {related.data?.rules.length === 0 && (
        <p className="muted">No other document answers this requirement.</p>
      )}
      <ul className={styles['comments']}>
        {related.data?.rules.slice(0, 20).map((other) => (
          <li key={`${'component_id' in other} ${other.id}`}>
            <p>
              <b className="mono">{'displayed_name' in other ? other.displayed_name : other.rule_id}</b>{' '}
              <bdi>{other.title}</bdi>
            </p>
            <p className="prose muted" dir="auto">
              {other.fixtext}
            </p>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Named({
  rows,
  id,
  number,
  componentId,
}: {
  rows: readonly Row[]
  id: number
  number: string
  componentId: number
}) {
  const row = rows.find((one) => one.id === id)
  if (!row) return <span className="mono">{number}</span>
  return (
    <Link to="/components/$id/$name" params={{ id: componentId, name: row.displayed_name }}>
      <span className="mono">{number}</span> <bdi>{row.title}</bdi>
    </Link>
  )
}
