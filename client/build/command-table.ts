import { commandRows, exitRows } from '../src/cli/overview.ts'
import { programOf } from '../src/cli/program.ts'

/** The README with its tables of commands and exit codes as the tool has them. */
export function readmeWithCommands(readme: string): string {
  const commands = commandRows(programOf('')).map(({ usage, about }) => `| \`${usage}\` | ${about} |`)
  const codes = exitRows().map(({ code, about }) => `| ${code} | ${about} |`)
  const first = withTable(readme, '| Command | What it does |', commands)
  return withTable(first, '| Exit code | Meaning |', codes)
}

function withTable(readme: string, head: string, rows: string[]): string {
  const start = readme.indexOf(head)
  if (start === -1) throw new Error(`the README has no table that begins with ${head}`)
  const end = readme.indexOf('\n\n', start)
  const table = [head, '| --- | --- |', ...rows].join('\n')
  return `${readme.slice(0, start)}${table}${end === -1 ? '\n' : readme.slice(end)}`
}
