import type { SectionKey, TriageStatus } from '../../vocabulary.ts'

/** A reply to a comment, or a reaction to a text of its thread. */
export interface ThreadEntry {
  name: string | null
  createdAt: string
  text: string | null
  reaction: 'up' | 'down' | null
}

/** A top-level comment and its disposition (rule R-58). */
export interface DispositionRow {
  commentId: number
  /** Prefix and name of its component. */
  component: string
  /** The displayed name; null for a comment on the component. */
  rule: string | null
  srgId: string | null
  section: SectionKey | null
  commenter: string | null
  email: string | null
  comment: string
  posted: string
  triageStatus: TriageStatus | null
  triagedBy: string | null
  triagedAt: string | null
  thread: ThreadEntry[]
  adjudicated: boolean
  adjudicatedBy: string | null
  adjudicatedAt: string | null
  duplicateOf: number | null
}

/** Label of a component in a matrix of several components. */
export function toComponentLabel({ prefix, name }: { prefix: string; name: string }): string {
  return `${prefix} - ${name}`
}

/** Optional columns of a matrix. */
export interface DispositionShape {
  withComponent: boolean
  withEmail: boolean
}

interface Column {
  header: string
  getValue: (row: DispositionRow) => string | null
  only?: keyof DispositionShape
  width?: number
}

const COLUMNS: readonly Column[] = [
  { header: 'Component', getValue: (row) => row.component, only: 'withComponent' },
  { header: 'Comment ID', getValue: (row) => String(row.commentId), width: 12 },
  { header: 'Rule', getValue: (row) => row.rule ?? '(component)' },
  { header: 'SRG ID', getValue: (row) => row.srgId },
  { header: 'Section', getValue: toSectionLabel },
  { header: 'Commenter Name', getValue: (row) => row.commenter },
  { header: 'Commenter Email', getValue: (row) => row.email, only: 'withEmail' },
  { header: 'Comment', getValue: (row) => row.comment, width: 60 },
  { header: 'Posted', getValue: (row) => row.posted },
  { header: 'Triage Status', getValue: (row) => row.triageStatus },
  { header: 'Triaged By', getValue: (row) => row.triagedBy },
  { header: 'Triaged At', getValue: (row) => row.triagedAt },
  {
    header: 'Thread Replies',
    getValue: (row) => formatThread(row.thread),
    width: 60,
  },
  { header: 'Adjudicated', getValue: (row) => String(row.adjudicated), width: 12 },
  { header: 'Adjudicated By', getValue: (row) => row.adjudicatedBy },
  { header: 'Adjudicated At', getValue: (row) => row.adjudicatedAt },
  {
    header: 'Duplicate Of',
    getValue: (row) => (row.duplicateOf === null ? null : String(row.duplicateOf)),
    width: 12,
  },
]

function selectColumns(shape: DispositionShape): readonly Column[] {
  return COLUMNS.filter(({ only }) => only === undefined || shape[only])
}

/** Returns the headers and widths of the columns of a matrix. */
export function listDispositionHeaders(shape: DispositionShape): { header: string; width: number }[] {
  return selectColumns(shape).map(({ header, width = 20 }) => ({ header, width }))
}

/** Formats a comment as the cells of a row. */
export function toDispositionCells(row: DispositionRow, shape: DispositionShape): (string | null)[] {
  return selectColumns(shape).map(({ getValue }) => getValue(row))
}

/** Formats a comment as an object with columns in snake case. */
export function toDispositionObject(row: DispositionRow, shape: DispositionShape): Record<string, unknown> {
  return {
    comment_id: row.commentId,
    ...(shape.withComponent ? { component: row.component } : {}),
    rule: row.rule ?? '(component)',
    srg_id: row.srgId,
    section: toSectionLabel(row),
    commenter_name: row.commenter,
    ...(shape.withEmail ? { commenter_email: row.email } : {}),
    comment: row.comment,
    posted: row.posted,
    triage_status: row.triageStatus,
    triaged_by: row.triagedBy,
    triaged_at: row.triagedAt,
    thread_replies: row.thread.map(({ name, createdAt, text, reaction }) => ({
      name,
      created_at: createdAt,
      text,
      reaction,
    })),
    adjudicated: row.adjudicated,
    adjudicated_by: row.adjudicatedBy,
    adjudicated_at: row.adjudicatedAt,
    duplicate_of: row.duplicateOf,
  }
}

function toSectionLabel({ rule, section }: DispositionRow): string {
  if (rule === null) return 'Overall Component'
  return section ?? 'Overall Requirement'
}

/** Separates the entries of a thread. */
export const THREAD_SEPARATOR = '\n---\n'

/** Formats a thread as a cell of a matrix. */
export function formatThread(thread: readonly ThreadEntry[]): string {
  return thread.map(formatThreadEntry).join(THREAD_SEPARATOR)
}

function formatThreadEntry({ name, createdAt, text, reaction }: ThreadEntry): string {
  const content = text ?? (reaction === 'up' ? 'agrees (thumbs up)' : 'disagrees (thumbs down)')
  return `${name ?? 'A deleted user'} (${createdAt}): ${content}`
}
