import { useQuery } from '@tanstack/react-query'
import { memo, useState, type ReactNode } from 'react'
import { api } from '../../api/client.ts'
import { problemOf } from '../../api/errors.ts'
import { Loading } from '../../app/states.tsx'
import { Button } from '../../kit/button.tsx'
import { Chip } from '../../kit/chip.tsx'
import { AddressLink } from '../../kit/link.tsx'
import { ProblemStrip } from '../../kit/strip.tsx'
import { FIELDS, sourceTextOf, type Rule } from '../authoring/fields.ts'
import { sectionsOf, type ReadSection } from '../authoring/sections.ts'
import { SECTION_WORDS } from '../authoring/section-words.ts'
import { StatusChip } from '../authoring/status-chip.tsx'
import { SEVERITY_WORDS } from '../authoring/words.ts'
import { ChangedStrip, FieldChanges, FieldChangeText } from '../comments/section-changed.tsx'
import { useSectionChanges, type FieldChange } from '../comments/use-section-changes.ts'
import { Also, Fold, OpenHere } from './requirement-parts.tsx'
import type { Row } from './rows.ts'
import styles from './triage.module.css'

/**
 * The requirement that a comment is about: the commented section first and whole, with what changed in it since the
 * comment was written, the rest folded. `edit` takes the place of the commented section while one writes the fix.
 */
export const RequirementPane = memo(function RequirementPane({
  row,
  siblings,
  unfolded,
  hrefOf,
  onCurrent,
  edit,
}: {
  row: Row
  /** The other comments on the same requirement that are in the queue. */
  siblings: readonly Row[]
  /** All sections at once, as when one works requirement by requirement. */
  unfolded: boolean
  hrefOf: (id: number) => string
  onCurrent: (id: number) => void
  edit: ((rule: Rule) => ReactNode) | null
}) {
  const read = useQuery({
    ...api.rules.show.queryOptions({ ruleId: row.rule_id ?? 0 }),
    enabled: row.rule_id !== null,
  })
  const rule = read.data
  const { fields, last } = useSectionChanges(row)
  // For each comment anew: what changed since it was written.
  const [plain, setPlain] = useState<number | null>(null)
  const differing = plain !== row.id
  if (row.rule_id === null) return <OnComponent row={row} />
  if (read.error && !rule)
    return (
      <ProblemStrip
        problem={problemOf(read.error)}
        action={<Button onPress={() => void read.refetch()}>Try again</Button>}
      />
    )
  if (!rule) return <Loading />
  const sections = sectionsOf(rule)
  const commented = sections.find(({ key }) => key === row.section)
  const changesOf = (key: string) => (differing ? fields.filter(({ section }) => section === key) : [])
  const others = sections.filter(
    (section) => section !== commented && (section.text !== '' || changesOf(section.key).length > 0),
  )
  const elsewhere = differing
    ? fields.filter(({ section }) => !sections.some(({ key }) => key === section))
    : []
  const onSection = (key: string | null) => siblings.filter((one) => one.section === key)
  return (
    <article className={styles['requirement']} aria-label="Requirement">
      <header className={styles['subject']}>
        <p className={styles['facts']}>
          <code>{rule.displayed_name}</code>
          <StatusChip status={rule.status} />
          <Chip hue="grey" icon="flag">
            {SEVERITY_WORDS[rule.rule_severity]}
          </Chip>
          <AddressLink to={`/components/${rule.component_id}/${rule.displayed_name}`}>
            Open in the editor
          </AddressLink>
          <span className="push mono">{rule.version}</span>
        </p>
        <h2>
          <bdi>{rule.title}</bdi>
        </h2>
      </header>
      {fields.length > 0 && edit === null && (
        <div className={styles['changed']}>
          <ChangedStrip
            what={row.section === null ? wordsOf(fields) : SECTION_WORDS[row.section]}
            last={last}
            open={differing}
            onOpen={(open) => setPlain(open ? null : row.id)}
          />
          {elsewhere.length > 0 && <FieldChanges fields={elsewhere} />}
        </div>
      )}
      {edit !== null ? (
        <section className={styles['commented']} aria-label="Accept and edit">
          {edit(rule)}
        </section>
      ) : (
        commented && (
          <section className={styles['commented']} aria-label={commented.words}>
            <div className={styles['sectionHead']}>
              <h3>{commented.words}</h3>
              <OpenHere rows={[...onSection(commented.key), row]} />
            </div>
            <Text section={commented} changes={changesOf(commented.key)} />
            <Also
              rows={onSection(commented.key)}
              words={commented.words}
              hrefOf={hrefOf}
              onCurrent={onCurrent}
            />
          </section>
        )
      )}
      {commented === undefined && edit === null && (
        <Also rows={onSection(null)} words="the whole" hrefOf={hrefOf} onCurrent={onCurrent} framed />
      )}
      {others.map((section) => (
        <Fold
          key={section.key}
          of={row.id}
          words={section.words}
          line={section.text}
          count={onSection(section.key).length}
          open={
            unfolded ||
            changesOf(section.key).length > 0 ||
            (row.section === null && (section.key === 'fixtext' || section.key === 'check_content'))
          }
        >
          <Text section={section} changes={changesOf(section.key)} />
          <Also rows={onSection(section.key)} words={section.words} hrefOf={hrefOf} onCurrent={onCurrent} />
        </Fold>
      ))}
      <Source rule={rule} row={row} />
    </article>
  )
})

function OnComponent({ row }: { row: Row }) {
  const { data: component } = useQuery(api.components.summary.queryOptions({ id: row.component_id }))
  return (
    <article className={styles['requirement']} aria-label="Component">
      <header className={styles['subject']}>
        <p className={styles['facts']}>On the component as a whole</p>
        <h2>{component?.title}</h2>
        {component && (
          <p className="muted small">
            Based on {component.based_on_title} {component.based_on_version}, {component.rules_count}{' '}
            requirements
          </p>
        )}
      </header>
    </article>
  )
}

/** A section's text; with what changed in it, in place where the section is one text, else before it. */
function Text({ section, changes }: { section: ReadSection; changes: readonly FieldChange[] }) {
  const [change] = changes
  const single = FIELDS.filter((field) => field.section === section.key).length === 1
  if (change && single && changes.length === 1)
    return (
      <p className="prose" dir="auto">
        <FieldChangeText of={change} />
      </p>
    )
  return (
    <>
      {changes.length > 0 && <FieldChanges fields={changes} />}
      {section.text === '' ? (
        <p className="muted small">Nothing is written here.</p>
      ) : (
        <p className="prose" dir="auto">
          {section.text}
        </p>
      )}
    </>
  )
}

/** What the SRG says of the commented section, else of the fix. */
function Source({ rule, row: { id, section } }: { rule: Rule; row: Row }) {
  const field = FIELDS.find((one) => one.section === (section ?? 'fixtext'))
  const text = field === undefined ? '' : sourceTextOf(rule, field.id)
  if (text === '') return null
  return (
    <Fold of={id} words="SRG text" line={text} count={0} open={false}>
      <p className="prose" dir="auto">
        {text}
      </p>
    </Fold>
  )
}

/** What changed, in words: the sections, or the fields of no section. */
function wordsOf(fields: readonly FieldChange[]): string {
  return [...new Set(fields.map(({ section, words }) => (section ? SECTION_WORDS[section] : words)))].join(
    ', ',
  )
}
