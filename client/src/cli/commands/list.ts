import { Option, type Command } from '@commander-js/extra-typings'
import { EXIT } from '../exit-codes.ts'
import { Failure } from '../failure.ts'
import { openSession } from '../service/session.ts'
import { parseCount, parseId, addCommand } from './command.ts'
import { addComments } from './comments.ts'

export function addLists(program: Command): void {
  const list = program.command('list').description('List records')
  addProjectLists(list)
  addRuleList(list)
  addGuideList(list)
  addComments(list)
}

function addProjectLists(list: Command): void {
  addCommand(list, 'projects', 'List the projects that you can see', 'lines {id, name, …}').action(
    async (options) => {
      const { api, out } = await openSession(options)
      out.rows(await api.projects.list.query({}), {
        ID: (row) => row.id,
        MEMBER: (row) => (row.admin ? 'admin' : row.is_member ? 'yes' : 'no'),
        PENDING: (row) => row.pending_comment_count,
        NAME: (row) => row.name,
      })
    },
  )
  addCommand(
    list,
    'components',
    'List the components of a project; without one, all released components',
    'lines {id, name, prefix, …}',
  )
    .option('--project <id>', 'the project', parseId)
    .action(async ({ project, ...options }) => {
      const { api, out } = await openSession(options)
      const rows =
        project === undefined
          ? await api.components.released.query({})
          : (await api.projects.show.query({ id: project })).components
      out.rows<(typeof rows)[number]>(rows, {
        ID: (row) => row.id,
        PREFIX: (row) => row.prefix,
        VERSION: (row) => `V${row.version ?? '-'}R${row.release ?? '-'}`,
        RELEASED: (row) => (row.released ? 'yes' : 'no'),
        NAME: (row) => row.name,
      })
    })
}

function addRuleList(list: Command): void {
  addCommand(list, 'rules', 'List the requirements of a component', 'lines {id, rule_id, status, …}')
    .argument('<component>', 'id of the component', parseId)
    .action(async (componentId, options) => {
      const { api, out } = await openSession(options)
      out.rows(await api.rules.list.query({ componentId }), {
        ID: (row) => row.id,
        RULE: (row) => row.rule_id,
        SRG: (row) => row.version,
        SEVERITY: (row) => row.rule_severity,
        LOCKED: (row) => (row.locked ? 'yes' : 'no'),
        STATUS: (row) => row.status,
        TITLE: (row) => row.title,
      })
    })
}

function addGuideList(list: Command): void {
  addCommand(list, 'guides', 'List the SRGs and STIGs of the catalog', 'lines {kind, id, title, version, …}')
    .addOption(new Option('--kind <kind>', 'only these').choices(['srg', 'stig'] as const))
    .action(async ({ kind, ...options }) => {
      const { api, out } = await openSession(options)
      const columns = {
        KIND: (row: { kind: string }) => row.kind,
        ID: (row: { id: number }) => row.id,
        VERSION: (row: { version: string | null }) => row.version,
        TITLE: (row: { title: string | null }) => row.title,
      }
      if (kind !== 'stig') {
        const srgs = await api.srgs.list.query({})
        out.rows(
          srgs.map((guide) => ({ kind: 'srg', ...guide })),
          columns,
        )
      }
      if (kind !== 'srg') {
        const stigs = await api.stigs.list.query({})
        out.rows(
          stigs.map((guide) => ({ kind: 'stig', ...guide })),
          columns,
        )
      }
    })
}

export function addSearch(program: Command): void {
  addCommand(
    program,
    'search',
    'Search projects, components, requirements and guides for a text',
    'lines {kind, id, …}',
  )
    .argument('<text>', 'the text to search for, two characters or more')
    .option('--component <id>', 'only within this component', parseId)
    .option('--limit <n>', 'maximum number of each kind, 1 to 20', parseCount)
    .action(async (text, { component, limit, ...options }) => {
      if (text.trim().length < 2) throw new Failure(EXIT.usage, 'Search for two characters or more.')
      const { api, out } = await openSession(options)
      const results = await api.search.global.query({ q: text, component_id: component, limit })
      const rows = Object.entries(results).flatMap(([kind, hits]) => hits.map((hit) => ({ kind, ...hit })))
      out.rows(rows, {
        KIND: (row) => row.kind,
        ID: (row) => row.id,
        FOUND: (row) => formatHit(row),
      })
    })
}

/** Formats the texts of a hit of any kind. */
function formatHit(row: Record<string, unknown>): string {
  const names = ['displayed_name', 'rule_displayed_name', 'prefix', 'name', 'title', 'comment', 'snippet']
  const texts = names.map((name) => row[name]).filter((text) => typeof text === 'string' && text !== '')
  return [...new Set(texts)].join(' · ')
}
