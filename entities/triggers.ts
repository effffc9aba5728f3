/**
 * Triggers as entity metadata. Their functions are in migrations before the baseline, because the schema
 * generator would create functions after the tables (docs/database.md explains each).
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
  /** Limits update triggers to statements that set one of these columns. */
  columns?: readonly string[]
  /** Names of the transition tables. */
  rows?: string
  when?: string
  /** The function and its arguments. */
  run: string
}

/** Builds one trigger as raw SQL, because the ORM's `body` can't share a function between tables. */
export function createTrigger({ table, columns, rows, when: condition, run, ...rest }: Shape): Trigger {
  const { name, timing, events, forEach } = rest
  const triggerEvents = events.map((event) =>
    event === 'update' && columns ? `update of ${columns.join(', ')}` : event,
  )
  const parts = [
    `create trigger "${name}" ${timing} ${triggerEvents.join(' or ')} on "${table}"`,
    rows === undefined ? '' : `referencing ${rows}`,
    `for each ${forEach}`,
    condition === undefined ? '' : `when (${condition})`,
    `execute function ${run}`,
  ]
  return { ...rest, expression: parts.filter((part) => part !== '').join(' ') }
}

/**
 * Triggers that make the content of a released component read-only; `column` references it. Inserts are
 * checked once per statement.
 */
export function createReleasedContentTriggers(table: string, column: 'component_id' | 'rule_id'): Trigger[] {
  return [
    createTrigger({
      table,
      name: `${table}_released`,
      timing: 'before',
      events: ['update', 'delete'],
      forEach: 'row',
      run: `prevent_change_of_released_content('${column}')`,
    }),
    createTrigger({
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

/** Triggers that queue requirements for reindexing when one of these texts is inserted or changed. */
export function createTextReindexTriggers(table: string, texts: readonly string[]): Trigger[] {
  const values = (row: string) => texts.map((text) => `${row}.${text}`).join(', ')
  const changed = `(${values('old')}) is distinct from (${values('new')})`
  return [
    createTrigger({
      table,
      name: `${table}_reindex_inserted`,
      timing: 'after',
      events: ['insert'],
      rows: 'new table as changed_rows',
      forEach: 'statement',
      run: 'enqueue_search_reindex_of_rows()',
    }),
    createTrigger({
      table,
      name: `${table}_reindex_updated`,
      timing: 'after',
      events: ['update'],
      columns: texts,
      forEach: 'row',
      when: changed,
      run: table === 'rules' ? "enqueue_search_reindex('rule')" : 'enqueue_search_reindex()',
    }),
    createDeletionTrigger(table),
  ]
}

function createDeletionTrigger(table: string): Trigger {
  const common = { table, name: `${table}_reindex_deleted`, timing: 'after', events: ['delete'] } as const
  if (table === 'rules') {
    const rows = 'old table as changed_rows'
    return createTrigger({
      ...common,
      events: ['delete'],
      rows,
      forEach: 'statement',
      run: 'enqueue_search_reindex_of_rows()',
    })
  }
  // Skips parts that are deleted together with their requirement.
  const condition = 'pg_trigger_depth() = 0'
  return createTrigger({
    ...common,
    events: ['delete'],
    forEach: 'row',
    when: condition,
    run: 'enqueue_search_reindex()',
  })
}

/** Trigger that queues a new guide for reindexing. */
export function createGuideReindexTrigger(table: string, kind: 'srg' | 'stig'): Trigger {
  return createTrigger({
    table,
    name: `${table}_reindex_inserted`,
    timing: 'after',
    events: ['insert'],
    forEach: 'row',
    run: `enqueue_search_reindex('${kind}')`,
  })
}

/** Keeps the document type of a requirement equal to that of its component. */
const documentTypeTriggers: Trigger[] = [
  createTrigger({
    table: 'rules',
    name: 'rules_document_type',
    timing: 'before',
    events: ['update'],
    columns: ['document_type', 'component_id'],
    forEach: 'row',
    run: 'assert_rule_document_type()',
  }),
  createTrigger({
    table: 'rules',
    name: 'rules_document_type_inserts',
    timing: 'after',
    events: ['insert'],
    rows: 'new table as new_rows',
    forEach: 'statement',
    run: 'assert_inserted_rule_document_types()',
  }),
]

/** Transition tables by event. */
const TRANSITION_TABLES = {
  insert: 'new table as new_rows',
  update: 'old table as old_rows new table as new_rows',
  delete: 'old table as old_rows',
} as const

/** Appends count deltas for rows that are inserted, updated or deleted. */
function countTriggers(table: string, run: string): Trigger[] {
  return (['insert', 'update', 'delete'] as const).map((event) =>
    createTrigger({
      table,
      name: `${table}_counted_${event}`,
      timing: 'after',
      events: [event],
      rows: TRANSITION_TABLES[event],
      forEach: 'statement',
      run,
    }),
  )
}

export const ruleTriggers: Trigger[] = [
  ...documentTypeTriggers,
  ...countTriggers('rules', 'append_rule_count_deltas()'),
  ...createReleasedContentTriggers('rules', 'component_id'),
  ...createTextReindexTriggers('rules', [
    'title',
    'fixtext',
    'vendor_comments',
    'status_justification',
    'artifact_description',
    'ident',
    'version',
  ]),
]

/** Rejects a satisfaction whose ends are not both in its component. */
export const satisfactionComponentTrigger = createTrigger({
  table: 'satisfactions',
  name: 'satisfactions_component',
  timing: 'before',
  events: ['insert', 'update'],
  forEach: 'row',
  run: 'assert_satisfaction_within_component()',
})

/** Appends comment count deltas for comments that are inserted, updated or deleted. */
export const commentCountTriggers: Trigger[] = countTriggers('reviews', 'append_comment_count_deltas()')

/** Moves the deltas of deleted requirements to `deleted_rule_counts` when they are compacted. */
export const compactionTrigger = createTrigger({
  table: 'comment_count_deltas',
  name: 'comment_count_deltas_compacted',
  timing: 'after',
  events: ['delete'],
  rows: 'old table as old_rows',
  forEach: 'statement',
  run: 'add_compacted_to_deleted_rule_counts()',
})

/** Triggers for a part of a requirement whose texts are in the search index. */
export function createPartReindexTriggers(table: string, texts: string[]) {
  return [...createReleasedContentTriggers(table, 'rule_id'), ...createTextReindexTriggers(table, texts)]
}
