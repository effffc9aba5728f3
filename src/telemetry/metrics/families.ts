/** A metric family in the Prometheus text format 0.0.4. */
export interface Family {
  name: string
  type: 'counter' | 'gauge' | 'histogram'
  help: string
  /** The sample lines. */
  lines: string[]
}

export type Labels = Record<string, string>

/** The media type of `formatFamilies`. */
export const TEXT_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

/** Creates a metric family from samples. */
export function createFamily(
  type: 'counter' | 'gauge',
  name: string,
  help: string,
  samples: readonly (readonly [Labels, number])[],
): Family {
  return {
    name,
    type,
    help,
    lines: samples.map(([labels, value]) => formatSample(name, formatLabels(labels), value)),
  }
}

/** Formats one sample; `labels` come from `formatLabels`. */
export function formatSample(name: string, labels: string, value: number): string {
  return `${name}${labels === '' ? '' : `{${labels}}`} ${formatNumber(value)}`
}

/** Formats labels, without their braces. */
export function formatLabels(labels: Labels): string {
  return Object.entries(labels)
    .map(([name, value]) => `${name}="${value.replaceAll(/[\\"\n]/g, escapeCharacter)}"`)
    .join(',')
}

/** Formats the metrics of several processes: families with one name are merged. */
export function formatFamilies(families: readonly Family[]): string {
  const byName = Map.groupBy(families, ({ name }) => name)
  const texts = [...byName].map(([name, group]) => {
    const [{ type, help } = { type: 'gauge', help: '' }] = group
    const lines = group.flatMap((member) => member.lines)
    return lines.length === 0 ? '' : `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('\n')}\n`
  })
  return texts.join('')
}

function escapeCharacter(character: string): string {
  return character === '\n' ? '\\n' : `\\${character}`
}

function formatNumber(value: number): string {
  if (Number.isFinite(value)) return String(value)
  return Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf'
}
