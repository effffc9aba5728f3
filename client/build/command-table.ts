import { listCommandRows, exitRows } from '../src/cli/overview.ts'
import { createProgram } from '../src/cli/program.ts'

/** Returns the README with the current tables of commands, their JSON output, and exit codes. */
export function insertCommands(readme: string): string {
  const rows = listCommandRows(createProgram(''))
  const commands = rows.map(({ usage, description }) => `| \`${usage}\` | ${description} |`)
  const shapes = rows.flatMap(({ usage, json }) =>
    json === null ? [] : [`| \`${toCommandName(usage)}\` | ${toCodeSpans(json)} |`],
  )
  const codes = exitRows().map(({ code: number, description }) => `| ${number} | ${description} |`)
  const tables: [string, string[]][] = [
    ['| Command | What it does |', commands],
    ['| Command | With `--json` |', shapes],
    ['| Exit code | Meaning |', codes],
  ]
  return tables.reduce((text, [head, lines]) => withTable(text, head, lines), readme)
}

function toCommandName(usage: string): string {
  return usage.replaceAll(/ [<[].*/g, '').replace('rulewright ', '')
}

function toCodeSpans(shape: string): string {
  return shape.replaceAll(/\{[^}]*\}|--[a-z-]+/g, '`$&`')
}

function withTable(readme: string, head: string, rows: string[]): string {
  const start = readme.indexOf(head)
  if (start === -1) throw new Error(`the README has no table that begins with ${head}`)
  const end = readme.indexOf('\n\n', start)
  const table = [head, '| --- | --- |', ...rows].join('\n')
  return `${readme.slice(0, start)}${table}${end === -1 ? '\n' : readme.slice(end)}`
}
