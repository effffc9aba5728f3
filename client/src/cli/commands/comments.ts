import { Option, type Command } from '@commander-js/extra-typings'
import { EXIT } from '../exit-codes.ts'
import { Failure } from '../failure.ts'
import { SECTIONS, STATUSES } from '../labels.ts'
import { openSession, type Session } from '../service/session.ts'
import { parseCount, parseDay, parseId, addCommand, type LeafCommand } from './command.ts'

const PAGE = 500

export function addComments(list: Command): void {
  addFilterOptions(
    addCommand(
      list,
      'comments',
      'List the comments of a project or a component',
      'lines {id, comment, triage_status, lock_version, …}',
    ),
  )
    .option('--project <id>', 'of this project', parseId)
    .addOption(
      new Option('--sort <order>', 'the order')
        .choices(['newest', 'oldest', 'rule', 'due'] as const)
        .default('newest'),
    )
    .option('--limit <n>', 'maximum number of results', parseCount)
    .action(async ({ project, limit, sort, json, url, ...narrowing }) => {
      const session = await openSession({ json, url })
      const { component, rule } = narrowing
      if (component === undefined && project === undefined) {
        throw new Failure(EXIT.usage, '--project ID or --component ID is required.')
      }
      if (rule !== undefined && component === undefined) {
        throw new Failure(EXIT.usage, '--rule requires its --component.')
      }
      const shared = { ...toCommentFilter(narrowing), sort }
      await printPages(session, limit, (page, per_page) =>
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

/** Adds the filter options of lists and of bulk triage. */
export function addFilterOptions(command: LeafCommand) {
  return command
    .option('--component <id>', 'of this component', parseId)
    .option('--rule <id>', 'on this requirement', parseId)
    .addOption(
      new Option('--where-status <status>', 'with this triage status')
        .choices(STATUSES)
        .default('pending' as const),
    )
    .addOption(new Option('--where-section <section>', 'on this section').choices(SECTIONS))
    .option('--where-text <text>', 'with this text in the comment')
    .option('--where-author <id>', 'by this person', parseId)
    .option('--where-assignee <id>', 'assigned to this person; none for unassigned', parseAssignee)
    .option('--from <day>', 'posted on this day or later, UTC', parseDay)
    .option('--to <day>', 'posted on this day or earlier, UTC', parseDay)
    .option('--overdue', 'only overdue comments')
}

export interface CommentFilterOptions {
  whereStatus: (typeof STATUSES)[number]
  whereSection?: (typeof SECTIONS)[number] | undefined
  whereText?: string | undefined
  whereAuthor?: number | undefined
  whereAssignee?: string | undefined
  from?: string | undefined
  to?: string | undefined
  overdue?: true | undefined
}

/** Converts the options to a filter. */
export function toCommentFilter(options: CommentFilterOptions) {
  return {
    triage_status: options.whereStatus,
    section: options.whereSection,
    q: options.whereText,
    author_id: options.whereAuthor,
    assignee_id: options.whereAssignee,
    created_from: options.from,
    created_to: options.to,
    overdue: options.overdue,
  }
}

type Row = Awaited<ReturnType<Session['api']['reviews']['ofProject']['query']>>['rows'][number]
type SharedRow = Pick<
  Row,
  'id' | 'triage_status' | 'adjudicated_at' | 'section' | 'rule_displayed_name' | 'author_name' | 'comment'
>

/** Prints a list page by page, so that only one page is in memory. */
async function printPages(
  { out }: Session,
  limit: number = Number.POSITIVE_INFINITY,
  read: (page: number, perPage: number) => Promise<{ rows: SharedRow[]; pagination: { total: number } }>,
): Promise<void> {
  const perPage = Math.min(PAGE, limit)
  let printedCount = 0
  for (let page = 1; printedCount < limit; page += 1) {
    const { rows, pagination } = await read(page, perPage)
    out.rows(rows.slice(0, limit - printedCount), COLUMNS)
    printedCount += rows.length
    if (rows.length < perPage || printedCount >= pagination.total) return
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

function parseAssignee(text: string): string {
  return text === 'none' ? text : String(parseId(text))
}
