import type { Row } from './rows.ts'

/** A small number of ids, so that they fit into the address of one request. */
const PER_REQUEST = 200
/** Requirements beyond these requests are shown without a title. */
const MAX_REQUESTS = 20

/** Requirements of one component whose titles are read together. */
export interface TitleChunk {
  componentId: number
  ids: number[]
}

/** Groups the requirements of a queue for requests. Rows that are appended leave all full groups unchanged. */
export function splitTitles(rows: readonly Pick<Row, 'component_id' | 'rule_id'>[]): TitleChunk[] {
  const seen = new Set<number>()
  const last = new Map<number, TitleChunk>()
  const chunks: TitleChunk[] = []
  for (const { component_id: componentId, rule_id: ruleId } of rows) {
    if (ruleId === null || seen.has(ruleId)) continue
    seen.add(ruleId)
    let chunk = last.get(componentId)
    if (!chunk || chunk.ids.length === PER_REQUEST) {
      if (chunks.length === MAX_REQUESTS) continue
      chunk = { componentId, ids: [] }
      chunks.push(chunk)
      last.set(componentId, chunk)
    }
    chunk.ids.push(ruleId)
  }
  return chunks
}
