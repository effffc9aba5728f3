import { execFileSync } from 'node:child_process'

/** A sample in Prometheus' text format. */
export interface Sample {
  name: string
  labels: Record<string, string>
  value: number
}

/** Parses the samples of a text; throws at the first malformed line. */
export function parseSamples(text: string): Sample[] {
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name = '', labels = '', value = ''] =
        /^([a-z_][a-z0-9_]*)(?:\{(.*)\})? (\S+)$/i.exec(line) ?? []
      if (name === '') throw new Error(`no sample: ${line}`)
      const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key = '', value = '']) => [
        key,
        value,
      ])
      return { name, labels: Object.fromEntries(pairs), value: Number(value.replace('Inf', 'Infinity')) }
    })
}

/** The sum of the samples with this name and these labels; null without any sample. */
export function sumSamples(text: string, name: string, labels: Record<string, string> = {}): number | null {
  const matches = parseSamples(text).filter(
    (sample) =>
      sample.name === name && Object.entries(labels).every(([key, value]) => sample.labels[key] === value),
  )
  return matches.length === 0 ? null : matches.reduce((sum, { value }) => sum + value, 0)
}

/** Runs promtool on a text and returns its report without naming advice; null if it is not installed. */
export function runPromtool(text: string): string | null {
  try {
    execFileSync('promtool', ['check', 'metrics'], { input: text, encoding: 'utf8', stdio: 'pipe' })
    return ''
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    return error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error)
  }
}
