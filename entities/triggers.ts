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
      run: `refuse_change_of_released_content('${column}')`,
    }),
    trigger({
      table,
      name: `${table}_released_inserts`,
      timing: 'after',
      events: ['insert'],
      rows: 'new table as added',
      forEach: 'statement',
      run: `refuse_insert_of_released_content('${column}')`,
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
      name: `${table}_words_inserted`,
      timing: 'after',
      events: ['insert'],
      rows: 'new table as changed',
      forEach: 'statement',
      run: 'mark_stale_words_of_many()',
    }),
    trigger({
      table,
      name: `${table}_words_updated`,
      timing: 'after',
      events: ['update'],
      columns: texts,
      forEach: 'row',
      when: changed,
      run: table === 'rules' ? "mark_stale_words('rule')" : 'mark_stale_words()',
    }),
    deletedTexts(table),
  ]
}

function deletedTexts(table: string): Trigger {
  const given = { table, name: `${table}_words_deleted`, timing: 'after', events: ['delete'] } as const
  if (table === 'rules') {
    const rows = 'old table as changed'
    return trigger({
      ...given,
      events: ['delete'],
      rows,
      forEach: 'statement',
      run: 'mark_stale_words_of_many()',
    })
  }
  // Parts that go with their requirement need no mark of their own.
  const when = 'pg_trigger_depth() = 0'
  return trigger({ ...given, events: ['delete'], forEach: 'row', when, run: 'mark_stale_words()' })
}

/** Marks a new guide, whose words for the search are missing. */
export function searchedGuide(table: string, kind: 'srg' | 'stig'): Trigger {
  return trigger({
    table,
    name: `${table}_words_inserted`,
    timing: 'after',
    events: ['insert'],
    forEach: 'row',
    run: `mark_stale_words('${kind}')`,
  })
}

/** A requirement is of its component's kind, which neither of them changes by itself. */
const ofItsComponentsKind: Trigger[] = [
  trigger({
    table: 'rules',
    name: 'rules_kind',
    timing: 'before',
    events: ['update'],
    columns: ['document_type', 'component_id'],
    forEach: 'row',
    run: 'rule_is_of_its_components_kind()',
  }),
  trigger({
    table: 'rules',
    name: 'rules_kind_inserts',
    timing: 'after',
    events: ['insert'],
    rows: 'new table as added',
    forEach: 'statement',
    run: 'rules_are_of_their_components_kind()',
  }),
]

/** The names of a statement's rows, where all of an event are seen. */
const COUNTED = {
  insert: 'new table as added',
  update: 'old table as gone new table as added',
  delete: 'old table as gone',
} as const

/** Whatever comes, changes or goes of a table's rows appends lines to what is kept of their number. */
function countedRows(table: string, run: string): Trigger[] {
  return (['insert', 'update', 'delete'] as const).map((event) =>
    trigger({
      table,
      name: `${table}_tallied_${event}`,
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
  ...countedRows('rules', 'tally_rules()'),
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
  run: 'satisfaction_is_inside_one_component()',
})

/** Whatever comes, changes or goes of comments appends lines to the kept counts. */
export const countedComments: Trigger[] = countedRows('reviews', 'tally_comments()')

/** Lines that are taken away, to be added up, go on counting in what is kept of deleted requirements. */
export const foldedTallies = trigger({
  table: 'comment_tallies',
  name: 'comment_tallies_folded',
  timing: 'after',
  events: ['delete'],
  rows: 'old table as gone',
  forEach: 'statement',
  run: 'fold_tallies()',
})

/** Triggers of a requirement's part whose texts are searched. */
export function searchedPart(table: string, texts: string[]) {
  return [...releasedContent(table, 'rule_id'), ...searchedTexts(table, texts)]
}
