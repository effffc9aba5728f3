/**
 * Triggers as metadata of their entities. The functions that they run are not: the schema generator would create
 * those after the tables, so they are in migrations before the baseline (docs/database.md says what each protects).
 */
interface Trigger {
  name: string
  timing: 'before' | 'after'
  events: ('insert' | 'update' | 'delete')[]
  forEach: 'row' | 'statement'
  expression: string
}

interface Shape extends Omit<Trigger, 'expression'> {
  table: string
  /** Of an update: only when one of these is among what it sets. */
  columns?: readonly string[]
  /** The names under which a statement's rows are seen. */
  rows?: string
  when?: string
  /** The function and its arguments. */
  run: string
}

/** One trigger, written out where `body` of the ORM could not share a function between tables. */
export function trigger({ table, columns, rows, when, run, ...given }: Shape): Trigger {
  const { name, timing, events, forEach } = given
  const on = events.map((event) =>
    event === 'update' && columns ? `update of ${columns.join(', ')}` : event,
  )
  const parts = [
    `create trigger "${name}" ${timing} ${on.join(' or ')} on "${table}"`,
    rows === undefined ? '' : `referencing ${rows}`,
    `for each ${forEach}`,
    when === undefined ? '' : `when (${when})`,
    `execute function ${run}`,
  ]
  return { ...given, expression: parts.filter((part) => part !== '').join(' ') }
}

/** Content of a released component is read-only; `column` leads there. New rows are checked once per statement. */
export function releasedContent(table: string, column: 'component_id' | 'rule_id'): Trigger[] {
  return [
    trigger({
      table,
      name: `${table}_released`,
      timing: 'before',
      events: ['update', 'delete'],
      forEach: 'row',
      run: `prevent_change_of_released_content('${column}')`,
    }),
    trigger({
      table,
      name: `${table}_released_inserts`,
      timing: 'after',
      events: ['insert'],
      rows: 'new table as new_rows',
      forEach: 'statement',
      run: `prevent_insert_into_released_content('${column}')`,
    }),
  ]
}

/** Marks requirements whose words for the search are new, or old because one of these texts changed. */
export function searchedTexts(table: string, texts: readonly string[]): Trigger[] {
  const values = (row: string) => texts.map((text) => `${row}.${text}`).join(', ')
  const changed = `(${values('old')}) is distinct from (${values('new')})`
  return [
    trigger({
      table,
      name: `${table}_reindex_inserted`,
      timing: 'after',
      events: ['insert'],
      rows: 'new table as changed_rows',
      forEach: 'statement',
      run: 'enqueue_search_reindex_of_rows()',
    }),
    trigger({
      table,
      name: `${table}_reindex_updated`,
      timing: 'after',
      events: ['update'],
      columns: texts,
      forEach: 'row',
      when: changed,
      run: table === 'rules' ? "enqueue_search_reindex('rule')" : 'enqueue_search_reindex()',
    }),
    deletedTexts(table),
  ]
}

function deletedTexts(table: string): Trigger {
  const given = { table, name: `${table}_reindex_deleted`, timing: 'after', events: ['delete'] } as const
  if (table === 'rules') {
    const rows = 'old table as changed_rows'
    return trigger({
      ...given,
      events: ['delete'],
      rows,
      forEach: 'statement',
      run: 'enqueue_search_reindex_of_rows()',
    })
  }
  // Parts that go with their requirement need no mark of their own.
  const when = 'pg_trigger_depth() = 0'
  return trigger({ ...given, events: ['delete'], forEach: 'row', when, run: 'enqueue_search_reindex()' })
}

/** Marks a new guide, whose words for the search are missing. */
export function searchedGuide(table: string, kind: 'srg' | 'stig'): Trigger {
  return trigger({
    table,
    name: `${table}_reindex_inserted`,
    timing: 'after',
    events: ['insert'],
    forEach: 'row',
    run: `enqueue_search_reindex('${kind}')`,
  })
}

/** A requirement is of its component's kind, which neither of them changes by itself. */
const ofItsComponentsKind: Trigger[] = [
  trigger({
    table: 'rules',
    name: 'rules_document_type',
    timing: 'before',
    events: ['update'],
    columns: ['document_type', 'component_id'],
    forEach: 'row',
    run: 'assert_rule_document_type()',
  }),
  trigger({
    table: 'rules',
    name: 'rules_document_type_inserts',
    timing: 'after',
    events: ['insert'],
    rows: 'new table as new_rows',
    forEach: 'statement',
    run: 'assert_inserted_rule_document_types()',
  }),
]

/** The names of a statement's rows, where all of an event are seen. */
const COUNTED = {
  insert: 'new table as new_rows',
  update: 'old table as old_rows new table as new_rows',
  delete: 'old table as old_rows',
} as const

/** Whatever comes, changes or goes of a table's rows appends lines to what is kept of their number. */
function countedRows(table: string, run: string): Trigger[] {
  return (['insert', 'update', 'delete'] as const).map((event) =>
    trigger({
      table,
      name: `${table}_counted_${event}`,
      timing: 'after',
      events: [event],
      rows: COUNTED[event],
      forEach: 'statement',
      run,
    }),
  )
}

export const ruleTriggers: Trigger[] = [
  ...ofItsComponentsKind,
  ...countedRows('rules', 'append_rule_count_deltas()'),
  ...releasedContent('rules', 'component_id'),
  ...searchedTexts('rules', [
    'title',
    'fixtext',
    'vendor_comments',
    'status_justification',
    'artifact_description',
    'ident',
    'version',
  ]),
]

/** Both ends of a satisfaction are in the component that it names. */
export const insideOneComponent = trigger({
  table: 'satisfactions',
  name: 'satisfactions_component',
  timing: 'before',
  events: ['insert', 'update'],
  forEach: 'row',
  run: 'assert_satisfaction_within_component()',
})

/** Whatever comes, changes or goes of comments appends lines to the kept counts. */
export const countedComments: Trigger[] = countedRows('reviews', 'append_comment_count_deltas()')

/** Lines that are taken away, to be added up, go on counting in what is kept of deleted requirements. */
export const compactedCounts = trigger({
  table: 'comment_count_deltas',
  name: 'comment_count_deltas_compacted',
  timing: 'after',
  events: ['delete'],
  rows: 'old table as old_rows',
  forEach: 'statement',
  run: 'add_compacted_to_deleted_rule_counts()',
})

/** Triggers of a requirement's part whose texts are searched. */
export function searchedPart(table: string, texts: string[]) {
  return [...releasedContent(table, 'rule_id'), ...searchedTexts(table, texts)]
}
