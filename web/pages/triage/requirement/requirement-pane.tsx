import { useQuery } from '@tanstack/react-query'
import { memo, useState, type ReactNode } from 'react'
import { api, type Outputs } from '../../../api/client.ts'
import { toProblem } from '../../../api/errors.ts'
import { Loading } from '../../../app/states.tsx'
import { ProblemBanner } from '../../../kit/banner-strip.tsx'
import { Button } from '../../../kit/button.tsx'
import { Chip } from '../../../kit/chip.tsx'
import { AddressLink } from '../../../kit/link.tsx'
import { rich } from '../../../languages/rich.ts'
import { t } from '../../../languages/t.ts'
import type { Rule } from '../../authoring/fields.ts'
import { SEVERITY_LABELS } from '../../authoring/labels.ts'
import { SECTION_LABELS } from '../../authoring/section-labels.ts'
import { readSections } from '../../authoring/sections.ts'
import { StatusChip } from '../../authoring/status-chip.tsx'
import { ChangedStrip, FieldChanges } from '../../comments/section-changed.tsx'
import { Subject } from '../../comments/subject.tsx'
import { useSectionChanges, type FieldChange } from '../../comments/use-section-changes.ts'
import type { Row } from '../queue/rows.ts'
import { Also } from './requirement-parts.tsx'
import { CommentedSection, OtherSection, SourceText, type SectionContext } from './requirement-sections.tsx'
import styles from './requirement-pane.module.css'

interface PaneProps {
  row: Row
  /** The other comments on the same requirement that are in the queue. */
  siblings: readonly Row[]
  /** Expands all sections, for working requirement by requirement. */
  unfolded: boolean
  toHref: (id: number) => string
  onCurrent: (id: number) => void
  /** Replaces the commented section while the user edits the fix. */
  edit: ((rule: Outputs['rules']['show']) => ReactNode) | null
}

/**
 * The requirement of the comment: the commented section first and in full, with its changes since the comment was
 * written; the other sections are collapsed.
 */
export const RequirementPane = memo(function RequirementPane(props: PaneProps) {
  const { row } = props
  const read = useQuery({
    ...api.rules.show.queryOptions({ ruleId: row.rule_id ?? 0 }),
    enabled: row.rule_id !== null,
  })
  if (row.rule_id === null) return <OnComponent row={row} />
  if (read.error && !read.data) {
    return (
      <ProblemBanner
        problem={toProblem(read.error)}
        action={<Button onPress={() => void read.refetch()}>{t('Try again')}</Button>}
      />
    )
  }
  return read.data ? <OnRequirement {...props} rule={read.data} /> : <Loading />
})

function OnRequirement({
  rule,
  row,
  siblings,
  unfolded,
  toHref,
  onCurrent,
  edit,
}: PaneProps & { rule: Outputs['rules']['show'] }) {
  const { fields, last } = useSectionChanges(row)
  // Resets for each comment: the changes since it was written.
  const [plain, setPlain] = useState<number | null>(null)
  const differing = plain !== row.id
  const sections = readSections(rule)
  const commented = sections.find(({ key }) => key === row.section)
  const visibleFields = differing ? fields : []
  const context: SectionContext = {
    row,
    toHref,
    onCurrent,
    siblingsOn: (key) => siblings.filter((item) => item.section === key),
    getChanges: (key) => visibleFields.filter(({ section }) => section === key),
  }
  const others = sections.filter(
    (section) => section !== commented && (section.text !== '' || context.getChanges(section.key).length > 0),
  )
  return (
    <article className={styles['requirement']} aria-label={t('Requirement')}>
      <RequirementSubject rule={rule} />
      {fields.length > 0 && edit === null && (
        <div className={styles['changed']}>
          <ChangedStrip
            section={row.section === null ? formatChangedSections(fields) : SECTION_LABELS[row.section]}
            last={last}
            open={differing}
            onOpen={(open) => setPlain(open ? null : row.id)}
          />
          <FieldChanges
            fields={visibleFields.filter((item) => !sections.some(({ key }) => key === item.section))}
          />
        </div>
      )}
      {edit !== null && <Editing>{edit(rule)}</Editing>}
      {edit === null && commented && <CommentedSection section={commented} {...context} />}
      {edit === null && !commented && (
        <Also
          rows={context.siblingsOn(null)}
          label={t('the requirement')}
          toHref={toHref}
          onCurrent={onCurrent}
          framed
        />
      )}
      {others.map((section) => (
        <OtherSection key={section.key} section={section} unfolded={unfolded} {...context} />
      ))}
      <SourceText rule={rule} row={row} />
    </article>
  )
}

function Editing({ children }: { children: ReactNode }) {
  return (
    <section className={styles['editing']} aria-label={t('Accept and edit')}>
      {children}
    </section>
  )
}

function RequirementSubject({ rule }: { rule: Rule }) {
  return (
    <Subject
      title={<bdi>{rule.title}</bdi>}
      facts={
        <>
          <code>{rule.displayed_name}</code>
          <StatusChip status={rule.status} />
          <Chip hue="grey" icon="flag">
            {SEVERITY_LABELS[rule.rule_severity]}
          </Chip>
          <AddressLink to={`/components/${rule.component_id}/${rule.displayed_name}`}>
            {t('Open in the editor')}
          </AddressLink>
          <span className="push mono">{rule.version}</span>
        </>
      }
    />
  )
}

function OnComponent({ row }: { row: Row }) {
  const { data: component } = useQuery(api.components.summary.queryOptions({ id: row.component_id }))
  return (
    <article className={styles['requirement']} aria-label={t('Component')}>
      <Subject title={component?.title ?? ''} facts={t('On the component itself')}>
        {component && (
          <p className="muted small">
            {rich('Based on {title} {version}, {count} requirements', {
              title: component.based_on_title,
              version: component.based_on_version,
              count: component.rules_count,
            })}
          </p>
        )}
      </Subject>
    </article>
  )
}

/** Names the changed sections, or the changed fields outside of sections. */
function formatChangedSections(fields: readonly FieldChange[]): string {
  return [...new Set(fields.map(({ section, label }) => (section ? SECTION_LABELS[section] : label)))].join(
    ', ',
  )
}
