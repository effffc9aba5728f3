import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api, client, queryClient } from '../../../api/client.ts'
import { toProblem } from '../../../api/errors.ts'
import { ProblemBanner } from '../../../kit/banner-strip.tsx'
import { Button } from '../../../kit/button.tsx'
import { ComboBox } from '../../../kit/combo-box.tsx'
import { Link } from '../../../kit/link.tsx'
import { t } from '../../../languages/t.ts'
import type { Rule } from '../fields.ts'
import type { Row } from '../requirements.ts'
import styles from './satisfactions.module.css'

const MAX_CHOICES = 30

/** The requirements that satisfy a requirement, which authors can change, and those that it satisfies. */
export function Satisfactions({
  rule,
  rows,
  componentId,
  mayWrite,
}: {
  rule: Rule
  rows: readonly Row[]
  componentId: number
  mayWrite: boolean
}) {
  const write = useMutation({
    mutationFn: ({ parent, on: isLinked }: { parent: number; on: boolean }) =>
      isLinked
        ? client.satisfactions.create.mutate({ rule_id: rule.id, satisfied_by_rule_id: parent })
        : client.satisfactions.remove.mutate({ ruleId: rule.id, satisfied_by_rule_id: parent }),
    onSettled: () => queryClient.invalidateQueries(api.rules.pathFilter()),
  })
  // A second press while the first is sent would fail.
  const send = (parent: number, on: boolean) => !write.isPending && write.mutate({ parent, on })
  const parents = rule.satisfied_by ?? []
  const children = rule.satisfies ?? []
  return (
    <>
      <h2>{t('Satisfied by')}</h2>
      <ul className={styles['mini']}>
        {parents.map(({ id, rule_id }) => (
          <li key={id}>
            <RequirementLink rows={rows} id={id} number={rule_id} componentId={componentId} />
            {mayWrite && (
              <Button variant="plain" isPending={write.isPending} onPress={() => send(id, false)}>
                {t('Remove')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {parents.length === 0 && children.length === 0 && mayWrite && (
        <ParentChoice rule={rule} rows={rows} onChoose={(parent) => void send(parent, true)} />
      )}
      {write.isPending && <p role="status">{t('Saving')}</p>}
      {write.error && <ProblemBanner problem={toProblem(write.error)} />}
      {children.length > 0 && <h2>{t('Satisfied by this one')}</h2>}
      <ul className={styles['mini']}>
        {children.map(({ id, rule_id }) => (
          <li key={id}>
            <RequirementLink rows={rows} id={id} number={rule_id} componentId={componentId} />
          </li>
        ))}
      </ul>
    </>
  )
}

/** Finds requirements of the component by number or title, without this one. */
function ParentChoice({
  rule,
  rows,
  onChoose,
}: {
  rule: Rule
  rows: readonly Row[]
  onChoose: (id: number) => void
}) {
  const [query, setQuery] = useState('')
  const term = query.trim().toLowerCase()
  const matchingRows = rows
    .filter(
      ({ id, rule_id, title }) => id !== rule.id && `${rule_id} ${title ?? ''}`.toLowerCase().includes(term),
    )
    .slice(0, MAX_CHOICES)
    .map(({ id, rule_id, title }) => ({ id, label: `${rule_id} ${title ?? ''}` }))
  return (
    <ComboBox
      label={t('Requirement that satisfies this one')}
      items={matchingRows}
      query={query}
      onQuery={setQuery}
      onChoose={(chosen) => onChoose(Number(chosen.id))}
    />
  )
}

function RequirementLink({
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
  const row = rows.find((item) => item.id === id)
  if (!row) return <span className="mono">{number}</span>
  return (
    <Link to="/components/$id/$name" params={{ id: componentId, name: row.displayed_name }}>
      <span className="mono">{number}</span> <bdi>{row.title}</bdi>
    </Link>
  )
}
