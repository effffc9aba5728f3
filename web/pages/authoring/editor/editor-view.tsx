import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { RULE_STATUSES, roleAtLeast, SECTION_NAMES } from '../../../../src/vocabulary.ts'
import { api, client, type Outputs } from '../../../api/client.ts'
import { problemOf } from '../../../api/errors.ts'
import { me } from '../../../api/me.ts'
import { sectionAtTop } from '../../../app/section-at-top.ts'
import { useKeys } from '../../../app/use-keys.ts'
import { Split } from '../../../kit/split.tsx'
import { ProblemBanner, BannerStrip } from '../../../kit/banner-strip.tsx'
import { notify } from '../../../kit/toast.tsx'
import { ContextPanel } from '../context/context-panel.tsx'
import { editorOf, show } from '../editors.ts'
import { answerField, FIELDS, fieldLabel, type Field, type Rule } from '../fields.ts'
import { byRelevance, textToWrite } from '../relevant-fields.ts'
import type { CommentCounts } from '../labels.ts'
import type { Row } from '../requirements.ts'
import { locksIn } from '../section-locks.ts'
import type { Component } from './component.ts'
import styles from './editor.module.css'
import { MetadataBar } from './metadata-bar.tsx'
import { CollapsedSection } from './collapsed-section.tsx'
import { isSelectedSection, Section } from './section.tsx'

type Read = Outputs['rules']['show']
const NOTHING: readonly string[] = []

/** One requirement: its sections in the middle, and beside them what belongs to the one that has the focus. */
export function EditorView({
  rule: read,
  component,
  rows,
  onDone,
}: {
  rule: Read
  component: Component
  rows: readonly Row[]
  /** Saved, and on to the next. */
  onDone: () => void
}) {
  const { data: person } = useSuspenseQuery(me())
  const [editor] = useState(() => editorOf(read, person.id))
  const shown = useSyncExternalStore(editor.subscribe, editor.snapshot)
  const [focused, setFocused] = useState('fixtext')
  const [tab, setTab] = useState('source')
  const [commentCount, setCommentCount] = useState(0)
  const { rule, texts, saving, conflicts, taken, wrong } = shown
  const [wanted] = useState(() => decodeURIComponent(location.hash.slice(1)))
  useEffect(() => editor.take(read), [editor, read])
  useEffect(() => () => void editor.save(), [editor])
  useEffect(() => {
    if (wanted !== '') document.getElementById(wanted)?.focus()
  }, [wanted])
  const unwritable = unavailableReason(rule, component)

  const fields = FIELDS.filter(({ only }) => only === undefined || only === component.document_type)
  const questions = useQuery(api.components.header.queryOptions({ id: component.id }))
  const answers = (questions.data?.additional_questions ?? []).map(answerField)
  const status = RULE_STATUSES.find((known) => known === texts['status']) ?? rule.status
  const { needed, folded } = byRelevance(fields, status, isSelectedSection)
  // What a role can never do, it has no key for.
  const isAuthor = roleAtLeast(component.effective_permissions, 'author') && !component.released
  const isReviewer = roleAtLeast(component.effective_permissions, 'reviewer')
  const mayLock = isReviewer && !component.released && !rule.locked
  const lock = async (field: Field | undefined) => {
    const section = field?.lock ?? null
    if (section === null || !mayLock) return
    await editor.save()
    const locked = rule.locked_fields[section] !== true
    try {
      const guard = { expected_lock_version: editor.snapshot().rule.lock_version }
      const answer = await client.rules.lockSection.mutate({ ruleId: rule.id, section, locked, ...guard })
      show(answer.rule)
      editor.take(answer.rule)
      notify(`${section} is ${locked ? 'locked' : 'open'}.`)
    } catch (error) {
      notify(problemOf(error).sentence, { look: 'problem' })
    }
  }
  useKeys({
    edit: () => focusText(textToWrite(status, texts)),
    ...(isAuthor
      ? { save: () => void editor.save(), saveAndNext: () => void editor.save().then(onDone) }
      : {}),
    nextSection: () => focusNext(),
    ...(mayLock ? { lock: () => void lock(fields.find(({ id }) => id === focused)) } : {}),
    history: () => setTab('history'),
    comment: () => {
      setFocused(fieldInView() ?? focused)
      setTab('comments')
      setCommentCount(commentCount + 1)
    },
  })
  const comments = useMemo(() => commentsBySection(read), [read])
  const lockedSections = SECTION_NAMES.filter((name) => rule.locked_fields[name]).length
  const history = useQuery({
    ...api.audits.ofRule.queryOptions({ ruleId: rule.id, page: 1, per_page: 100 }),
    enabled: lockedSections > 0,
  })
  const locks = useMemo(() => locksIn(history.data?.rows ?? [], rule.locked_fields), [history.data, rule])
  const section = (field: Field) => (
    <Section
      key={field.id}
      field={field}
      text={texts[field.id] ?? ''}
      conflict={conflicts[field.id]}
      ruleId={rule.id}
      comments={isFirstOf(field) ? comments.get(field.section) : undefined}
      wrong={wrong[field.id] ?? NOTHING}
      isChanged={shown.changed.includes(field.id)}
      locked={field.lock !== null && rule.locked_fields[field.lock] === true}
      lockedBy={locks.get(field.lock ?? '')}
      readOnly={unwritable !== null}
      {...(mayLock && field.lock !== null ? { onLock: () => void lock(field) } : {})}
      onFocus={() => setFocused(field.id)}
      onWrite={(text) => editor.write(field.id, text, field.choice || field.options ? 0 : undefined)}
      onLeave={() => void editor.save()}
      onResolve={(text) => editor.resolve(field.id, text)}
    />
  )
  return (
    <Split
      name="beside"
      side="end"
      start={innerWidth < 1600 ? 328 : 420}
      label="the context panel"
      pane={
        <ContextPanel
          rule={rule}
          component={component}
          rows={rows}
          field={fields.find(({ id }) => id === focused) ?? FIELDS[0]}
          text={texts[focused] ?? ''}
          tab={tab}
          onTab={setTab}
          mayWrite={unwritable === null}
          commentKey={commentCount}
        />
      }
    >
      <article className={styles['sheet']} aria-label={`Requirement ${rule.rule_id}`}>
        <MetadataBar
          rule={rule}
          title={texts['title'] ?? ''}
          status={status}
          severity={texts['rule_severity'] ?? rule.rule_severity}
          component={component}
          saving={saving}
          lockedSections={lockedSections}
          readOnly={unwritable !== null}
          person={person.id}
          onWrite={(id, text) => editor.write(id, text, 0)}
          beforeStep={() => editor.save()}
          startsWith={wanted === 'status' ? 'status' : null}
        />
        {unwritable !== null && <BannerStrip look="info">{unwritable}</BannerStrip>}
        {saving.state === 'refused' && Object.keys(wrong).length === 0 && (
          <ProblemBanner problem={saving.problem} />
        )}
        {taken.length > 0 && (
          <BannerStrip look="changed">
            Somebody else changed {taken.map(fieldLabel).join(', ')} just now.
          </BannerStrip>
        )}
        {needed.map(section)}
        {answers.map(section)}
        <CollapsedSection
          status={status}
          fields={folded}
          mustShow={(id) => id in conflicts || id in wrong || wanted === `section-${id}`}
          texts={texts}
        >
          {folded.map(section)}
        </CollapsedSection>
      </article>
    </Split>
  )
}

/** Why nothing can be written here, in words; null when it can. */
function unavailableReason(rule: Rule, component: Component): string | null {
  if (component.released) return 'This component is released and read-only.'
  if (!roleAtLeast(component.effective_permissions, 'author'))
    return 'Only authors of the project can edit requirements.'
  if (component.frozen_for_writes) return 'The comment phase is finalized, so requirements cannot be changed.'
  if (rule.locked) return 'This requirement is locked. A project admin can open it by a review step.'
  if (rule.review_requestor_id !== null) return 'This requirement is under review, so it cannot be changed.'
  return null
}

/** Whether a field is the one that stands for its section, where what is about the section is said. */
const isFirstOf = ({ id, section }: Field) =>
  section !== null && FIELDS.find((field) => field.section === section)?.id === id

/** How many comments there are about each section, without replies. */
function commentsBySection({ reviews }: Read): Map<Field['section'], CommentCounts> {
  const counts = new Map<Field['section'], CommentCounts>()
  for (const { action, section, responding_to_review_id: reply, adjudicated_at: closed } of reviews ?? []) {
    if (action !== 'comment' || section === null || reply !== null) continue
    const { open, total } = counts.get(section) ?? { open: 0, total: 0 }
    counts.set(section, { open: open + (closed === null ? 1 : 0), total: total + 1 })
  }
  return counts
}

/** Focuses a text with the caret behind its last word. */
function focusText(id: string | undefined): void {
  const text = document.getElementById(`section-${id}`)
  text?.focus()
  if (text instanceof HTMLTextAreaElement) text.setSelectionRange(text.value.length, text.value.length)
}

/** The id of the field whose heading is at the top; undefined where none is in the page. */
function fieldInView(): string | undefined {
  const texts = [...document.querySelectorAll<HTMLElement>('[id^="section-"]')]
  const sections = texts.flatMap((text) => text.closest('section') ?? [])
  const scroller = document.querySelector('article')?.parentElement ?? null
  // Escape in a text leaves the focus at its section, which one may have scrolled away from.
  const section = sectionAtTop(sections, scroller, { within: true })
  return texts.find((text) => text.closest('section') === section)?.id.replace(/^section-/, '')
}

/** The next text below the one that has the focus, the first one after the last. */
function focusNext(): void {
  const all = [...document.querySelectorAll<HTMLElement>('[id^="section-"]')]
  const at = all.findIndex((one) => one === document.activeElement)
  all[(at + 1) % all.length]?.focus()
}
