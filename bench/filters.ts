import { openBenchData, type BenchData } from './support/data.ts'
import { load, computeMedian } from './support/load.ts'
import { startServer } from './support/servers.ts'
import { printTable } from './support/table.ts'

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5)
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 4)
/** Only filters whose name contains this. */
const ONLY = process.env['BENCH_ONLY'] ?? ''
const TO_REACH = 0.6
const MAX_GROWTH = 1.5

/** The sizes of the two databases; the project of the large one has 20,000 comments. */
const SIZES = [
  { comments: 10_000, projects: 1, componentsPerProject: 2, rulesPerComponent: 200 },
  { comments: 1_000_000, projects: 50, componentsPerProject: 2, rulesPerComponent: 200 },
]

const LISTS: [name: string, query: string | (() => string)][] = [
  ['pending', ''],
  ['all', 'triage_status=all'],
  ['concur', 'triage_status=concur'],
  ['no such status', 'triage_status=duplicate'],
  ['page 20', 'triage_status=all&page=20'],
  ['section', 'section=fixtext'],
  ['without section', 'section=none&triage_status=all'],
  ['component', 'component_id=1'],
  ['author', 'author_id=7&triage_status=all'],
  ['resolved', 'resolved=true&triage_status=all'],
  ['not resolved', 'resolved=false&triage_status=all'],
  ['assignee', 'assignee_id=2&triage_status=all'],
  ['without assignee', 'assignee_id=none'],
  ['overdue', 'overdue=true'],
  ['not overdue', 'overdue=false&triage_status=all'],
  ['rare text', 'q=a87ff679a2f3&triage_status=all'],
  ['frequent text', 'q=audit%20trail&triage_status=all'],
  ['text everywhere', 'q=wording&triage_status=all'],
  ['text everywhere, new query', () => `q=${randomizeCase('in the wording of this')}&triage_status=all`],
  ['two letters', 'q=z9&triage_status=all'],
  ['several filters', 'section=title&author_id=4&q=session&triage_status=all'],
]

const SUMMARIES: [name: string, path: (data: BenchData) => string][] = [
  ['project summary', (data) => `/api/projects/${data.projectId}/triage_summary`],
  ['component summary', (data) => `/api/components/${data.componentId}/triage_summary`],
]

/** The text in random letter case, so that the query is new and the result is the same. */
function randomizeCase(text: string): string {
  return encodeURIComponent(
    text.replaceAll(/[a-z]/g, (letter) => (Math.random() < 0.5 ? letter.toUpperCase() : letter)),
  )
}

interface FilterResult {
  name: string
  service: number
  floor: number
  ratio: number
}

/** Compares each filter of the project's comment list, and the summaries, with the floor, at both sizes. */
export async function measureFilters(): Promise<void> {
  const sizes: FilterResult[][] = []
  for (const size of SIZES) sizes.push(await measureSize(size))
  const [small = [], large = []] = sizes
  printTable(
    ['request', '10,000: ours', 'raw', 'ratio', '1,000,000: ours', 'raw', 'ratio', 'cost of the million'],
    small.map((line, index) => {
      const other = large[index] ?? line
      const listFigures = ({ service, floor, ratio }: FilterResult) => [
        service.toFixed(0),
        floor.toFixed(0),
        ratio.toFixed(2),
      ]
      return [
        line.name,
        ...listFigures(line),
        ...listFigures(other),
        (line.service / other.service).toFixed(2),
      ]
    }),
  )
  console.log(
    `to reach: lists ${TO_REACH} of raw, summaries 0.7, the million at most ${MAX_GROWTH} times the cost`,
  )
}

async function measureSize(size: (typeof SIZES)[number]): Promise<FilterResult[]> {
  const data = await openBenchData(size)
  const service = await startServer('product', data.url)
  const floor = await startServer('floor', data.url)
  const requests: [string, () => string][] = [
    ...LISTS.map(([name, query]): [string, () => string] => [
      name,
      () => `/projects/${data.projectId}/comments?${typeof query === 'string' ? query : query()}`,
    ]),
    ...SUMMARIES.map(([name, path]): [string, () => string] => [name, () => path(data)]),
  ]
  try {
    const lines: FilterResult[] = []
    for (const [name, path] of requests.filter(([name]) => name.includes(ONLY))) {
      const rounds: [number, number][] = []
      for (let round = 0; round <= ROUNDS; round += 1) {
        const figures: number[] = []
        for (const { base } of [service, floor]) {
          const { perSecond, failed } = await load(
            base,
            `_service_session=${data.secret}`,
            () => ({ method: 'GET', path: path() }),
            round === 0 ? 1 : SECONDS,
          )
          await data.settle()
          if (failed > 0) console.log(`FAILED ${failed}: ${name}`)
          figures.push(perSecond)
        }
        const [serviceMs = 0, raw = 0] = figures
        if (round > 0) rounds.push([serviceMs, raw])
      }
      const line = {
        name,
        service: computeMedian(rounds.map(([serviceMs]) => serviceMs)),
        floor: computeMedian(rounds.map(([, raw]) => raw)),
        ratio: computeMedian(rounds.map(([serviceMs, raw]) => serviceMs / raw)),
      }
      console.log(`${size.comments}: ${name} ${line.service.toFixed(0)}, ${line.ratio.toFixed(2)} of raw`)
      lines.push(line)
    }
    return lines
  } finally {
    await service.stop()
    await floor.stop()
    await data.drop()
  }
}

if (import.meta.main) await measureFilters()
