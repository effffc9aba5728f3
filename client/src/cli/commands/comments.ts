import { Option, type Command } from '@commander-js/extra-typings'
import { EXIT } from '../exit-codes.ts'
import { Failure } from '../failure.ts'
import { SECTIONS, STATUSES } from '../labels.ts'
import { signedIn, type Session } from '../service/session.ts'
import { count, day, id, leaf, type Leaf } from './command.ts'

const PAGE = 500

export function addComments(list: Command): void {
  narrowed(
    leaf(
      list,
      'comments',
      'List the comments of a project or a component',
      'lines {id, comment, triage_status, lock_version, …}',
    ),
  )
    .option('--project <id>', 'of this project', id)
    .addOption(
      new Option('--sort <order>', 'the order')
        .choices(['newest', 'oldest', 'rule', 'due'] as const)
        .default('newest'),
    )
    .option('--limit <n>', 'maximum number of results', count)
    .action(async ({ project, limit, sort, json, url, ...narrowing }) => {
      const session = await signedIn({ json, url })
      const { component, rule } = narrowing
      if (component === undefined && project === undefined) {
        throw new Failure(EXIT.usage, '--project ID or --component ID is required.')
      }
      if (rule !== undefined && component === undefined) {
        throw new Failure(EXIT.usage, '--rule requires its --component.')
      }
      const shared = { ...toCommentFilter(narrowing), sort }
      await inPages(session, limit, (page, per_page) =>
        component === undefined
          ? session.api.reviews.ofProject.query({ projectId: project ?? 0, ...shared, page, per_page })
          : session.api.reviews.ofComponent.query({
              componentId: component,
              rule_id: rule,
              ...shared,
              page,
              per_page,
            }),
      )
    })
}

/** Adds the options that narrow comments, the same for lists and for bulk triage. */
export function narrowed(command: Leaf) {
  return command
    .option('--component <id>', 'of this component', id)
    .option('--rule <id>', 'on this requirement', id)
    .addOption(
      new Option('--where-status <status>', 'with this triage status')
        .choices(STATUSES)
        .default('pending' as const),
    )
    .addOption(new Option('--where-section <section>', 'on this section').choices(SECTIONS))
    .option('--where-text <text>', 'with this text in the comment')
    .option('--where-author <id>', 'by this person', id)
    .option('--where-assignee <id>', 'assigned to this person; none for unassigned', assignee)
    .option('--from <day>', 'posted on this day or later, UTC', day)
    .option('--to <day>', 'posted on this day or earlier, UTC', day)
    .option('--overdue', 'only overdue comments')
}

export interface Narrowing {
  whereStatus: (typeof STATUSES)[number]
  whereSection?: (typeof SECTIONS)[number] | undefined
  whereText?: string | undefined
  whereAuthor?: number | undefined
  whereAssignee?: string | undefined
  from?: string | undefined
  to?: string | undefined
  overdue?: true | undefined
}

/** The filter that the options ask for. */
export function toCommentFilter(given: Narrowing) {
  return {
    triage_status: given.whereStatus,
    section: given.whereSection,
    q: given.whereText,
    author_id: given.whereAuthor,
    assignee_id: given.whereAssignee,
    created_from: given.from,
    created_to: given.to,
    overdue: given.overdue,
  }
}

type Row = Awaited<ReturnType<Session['api']['reviews']['ofProject']['query']>>['rows'][number]
type SharedRow = Pick<
  Row,
  'id' | 'triage_status' | 'adjudicated_at' | 'section' | 'rule_displayed_name' | 'author_name' | 'comment'
>

/** Page after page, so that a list of any length is held a page at a time. */
async function inPages(
  { out }: Session,
  limit: number = Number.POSITIVE_INFINITY,
  read: (page: number, perPage: number) => Promise<{ rows: SharedRow[]; pagination: { total: number } }>,
): Promise<void> {
  const perPage = Math.min(PAGE, limit)
  let shown = 0
  for (let page = 1; shown < limit; page += 1) {
    const { rows, pagination } = await read(page, perPage)
    out.rows(rows.slice(0, limit - shown), COLUMNS)
    shown += rows.length
    if (rows.length < perPage || shown >= pagination.total) return
  }
}

const COLUMNS = {
  ID: (row: SharedRow) => row.id,
  STATUS: (row: SharedRow) => `${row.triage_status ?? '-'}${row.adjudicated_at === null ? '' : ', closed'}`,
  RULE: (row: SharedRow) => row.rule_displayed_name,
  SECTION: (row: SharedRow) => row.section,
  BY: (row: SharedRow) => row.author_name,
  COMMENT: (row: SharedRow) => row.comment,
}

function assignee(text: string): string {
  return text === 'none' ? text : String(id(text))
}
