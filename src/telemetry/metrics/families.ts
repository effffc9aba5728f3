/** One figure with everything that was counted of it, as Prometheus' text format 0.0.4 has it. */
export interface Family {
  name: string
  type: 'counter' | 'gauge' | 'histogram'
  help: string
  /** Its samples, each a whole line. */
  lines: string[]
}

export type Labels = Record<string, string>

/** The media type of `textOf`. */
export const TEXT_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

/** One figure with these samples. */
export function family(
  type: 'counter' | 'gauge',
  name: string,
  help: string,
  samples: readonly (readonly [Labels, number])[],
): Family {
  return { name, type, help, lines: samples.map(([labels, value]) => line(name, labelsOf(labels), value)) }
}

/** One sample; `labels` as `labelsOf` writes them. */
export function line(name: string, labels: string, value: number): string {
  return `${name}${labels === '' ? '' : `{${labels}}`} ${written(value)}`
}

/** Labels without their braces. */
export function labelsOf(labels: Labels): string {
  return Object.entries(labels)
    .map(([name, value]) => `${name}="${value.replaceAll(/[\\"\n]/g, escaped)}"`)
    .join(',')
}

/** The text of the figures of one or several processes: what several have is told once, with the samples of all. */
export function textOf(families: readonly Family[]): string {
  const byName = Map.groupBy(families, ({ name }) => name)
  const texts = [...byName].map(([name, alike]) => {
    const [{ type, help } = { type: 'gauge', help: '' }] = alike
    const lines = alike.flatMap((one) => one.lines)
    return lines.length === 0 ? '' : `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('\n')}\n`
  })
  return texts.join('')
}

function escaped(character: string): string {
  return character === '\n' ? '\\n' : `\\${character}`
}

function written(value: number): string {
  if (Number.isFinite(value)) return String(value)
  return Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf'
}
