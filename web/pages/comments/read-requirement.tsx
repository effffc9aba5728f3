import { useQuery } from '@tanstack/react-query'
import { useRef, useState, type ReactNode } from 'react'
import type { SectionKey } from '../../../src/vocabulary.ts'
import { api } from '../../api/client.ts'
import { toProblem } from '../../api/errors.ts'
import { findSectionAtTop } from '../../app/section-at-top.ts'
import { Loading } from '../../app/states.tsx'
import { useKeys } from '../../app/use-keys.ts'
import { ProblemBanner } from '../../kit/banner-strip.tsx'
import { Button } from '../../kit/button.tsx'
import { Chip } from '../../kit/chip.tsx'
import { t } from '../../languages/t.ts'
import { SEVERITY_LABELS } from '../authoring/labels.ts'
import type { Row } from '../authoring/requirements.ts'
import { readSections, type ReadSection } from '../authoring/sections.ts'
import { StatusChip } from '../authoring/status-chip.tsx'
import type { Summary } from '../components/phase.ts'
import { WatchButton } from '../watching/watch-button.tsx'
import { Comment } from './comment.tsx'
import { CommentedPart } from './commented-part.tsx'
import { toCommenting } from './commenting.ts'
import { Composer } from './composer.tsx'
import { toDraftId } from './draft-id.ts'
import { ReadingArticle } from './reading-article.tsx'
import { Subject } from './subject.tsx'
import { useComments, type CommentRow } from './use-comments.tsx'
import styles from './read-requirement.module.css'

type ReadingSection = SectionKey | 'whole'
const WHOLE_REQUIREMENT = { key: 'whole', label: t('The requirement itself'), text: null } as const

/** A requirement by section with the comments on each; the composer opens below its section. */
export function ReadRequirement({
  row,
  component,
  comment,
  onComment,
}: {
  row: Row
  component: Summary
  comment: number | null
  onComment: (id: number | null) => void
}) {
  const rule = useQuery(api.rules.show.queryOptions({ ruleId: row.id }))
  const { rows, status } = useComments(component, row.id)
  const [writing, setWriting] = useState<ReadingSection | null>(null)
  const sheet = useRef<HTMLElement>(null)
  const { open } = toCommenting(component)
  useKeys({
    ...(open ? { comment: () => setWriting(findSectionInView(sheet.current)) } : {}),
    nextSection: () => focusNext(sheet.current),
  })
  if (!rule.data) {
    if (!rule.error) return <Loading />
    const retryButton = <Button onPress={() => void rule.refetch()}>{t('Try again')}</Button>
    return <ProblemBanner problem={toProblem(rule.error)} action={retryButton} />
  }
  const sections = readSections(rule.data)
  const listComments = (key: ReadingSection) =>
    rows?.filter(({ section }) => (section ?? 'whole') === key) ?? []
  // Empty sections without comments are collapsed below.
  const visibleSections = sections.filter(
    ({ key, text }) => text !== '' || listComments(key).length > 0 || writing === key,
  )
  const hidden = sections.filter((section) => !visibleSections.includes(section))
  const end = (id: number | null) => {
    setWriting(null)
    if (id !== null) onComment(id)
  }
  const reading = { row, component, comment, textChangedAt: rule.data.updated_at, onEnd: end }
  return (
    <ReadingArticle ref={sheet} label={t('Requirement {number}', { number: row.rule_id })}>
      <RequirementSubject row={row} />
      {component.effective_permissions !== null && <WatchRequirement id={row.id} />}
      {status}
      {[WHOLE_REQUIREMENT, ...visibleSections].map((section) => (
        <SectionPart
          key={section.key}
          {...reading}
          section={section}
          comments={listComments(section.key)}
          isWriting={writing === section.key}
          onWrite={open ? () => setWriting(section.key) : null}
        />
      ))}
      {open && <EmptySections sections={hidden} onWrite={setWriting} />}
    </ReadingArticle>
  )
}

function WatchRequirement({ id }: { id: number }) {
  return (
    <div>
      <WatchButton variant="plain" watched={{ watched_type: 'Rule', watched_id: id }} />
    </div>
  )
}

function RequirementSubject({ row }: { row: Row }) {
  return (
    <Subject
      title={<bdi>{row.title}</bdi>}
      facts={
        <>
          <code>{row.displayed_name}</code>
          <StatusChip status={row.status} />
          <Chip hue="grey" icon="flag">
            {SEVERITY_LABELS[row.rule_severity]}
          </Chip>
          <span className="push mono">{row.version}</span>
        </>
      }
    />
  )
}

/** A section with its text, its comments, and the composer. */
function SectionPart({
  row,
  component,
  comment,
  textChangedAt,
  section: { key, label, text },
  comments,
  isWriting,
  onWrite,
  onEnd,
}: {
  row: Row
  component: Summary
  comment: number | null
  textChangedAt: string
  section: ReadSection | typeof WHOLE_REQUIREMENT
  comments: readonly CommentRow[]
  isWriting: boolean
  /** Null while comments are closed. */
  onWrite: (() => void) | null
  onEnd: (id: number | null) => void
}) {
  const draftSubject = { componentId: component.id, ruleId: row.id, section: key === 'whole' ? null : key }
  const [parent] = row.satisfied_by ?? []
  return (
    <CommentedPart
      label={label}
      subject={key === 'whole' ? t('the requirement itself') : label}
      part={key}
      count={comments.length}
      draft={toDraftId(draftSubject)}
      onComment={isWriting ? null : onWrite}
    >
      <SectionText text={text} />
      {comments.map((item) => (
        <Comment
          key={item.id}
          row={item}
          component={component}
          isCurrent={item.id === comment}
          textChangedAt={textChangedAt}
        />
      ))}
      {isWriting && (
        <Composer
          draftSubject={draftSubject}
          label={key === 'whole' ? t('the requirement') : label}
          quote={comments.length > 0 ? shorten(text ?? '') : ''}
          landsOn={parent?.rule_id ?? null}
          daysLeft={component.comment_period_days_remaining}
          isOpen={onWrite !== null}
          onPosted={onEnd}
          onReply={onEnd}
          onClose={() => onEnd(null)}
        />
      )}
    </CommentedPart>
  )
}

function SectionText({ text }: { text: string | null }): ReactNode {
  if (text === null) return null
  if (text === '') return <p className="muted small">{t('Empty')}</p>
  return (
    <p className="prose" dir="auto">
      {text}
    </p>
  )
}

/** The sections without a text, each with a button to comment. */
function EmptySections({
  sections,
  onWrite,
}: {
  sections: readonly ReadSection[]
  onWrite: (section: SectionKey) => void
}) {
  if (sections.length === 0) return null
  return (
    <p className={styles['empty']}>
      <span className="muted small">{t('Empty sections:')}</span>
      {sections.map(({ key, label }) => (
        <Button
          key={key}
          variant="plain"
          aria-label={t('Comment on {label}', { label })}
          onPress={() => onWrite(key)}
        >
          {label}
        </Button>
      ))}
    </p>
  )
}

const QUOTED = 280

function shorten(text: string): string {
  return text.length <= QUOTED ? text : `${text.slice(0, QUOTED).trimEnd()} …`
}

/** Returns the section of a comment; the requirement itself if it has none. */
function findSectionInView(sheet: HTMLElement | null): ReadingSection {
  const parts = [...(sheet?.querySelectorAll<HTMLElement>('[data-part]') ?? [])]
  return (findSectionAtTop(parts, sheet?.parentElement ?? null)?.dataset['part'] ?? 'whole') as ReadingSection
}

/** Focuses the next section below the current one. */
function focusNext(sheet: HTMLElement | null): void {
  const parts = [...(sheet?.querySelectorAll<HTMLElement>('[data-part]') ?? [])]
  const index = parts.findIndex((part) => part.contains(document.activeElement))
  parts[(index + 1) % parts.length]?.focus()
}
