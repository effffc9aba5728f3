import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseBenchmark } from '../../src/formats/xccdf.ts'
import { computeMedian } from '../support/load.ts'
import { printLine, type AuthoringBench, measureMs } from './authoring-bench.ts'

/** A folder of XCCDF files; by default the sample. */
const FOLDER = process.env['BENCH_SRGS'] ?? fileURLToPath(new URL('../../sample', import.meta.url))
const ROUNDS = 7

interface Upload {
  headers: Record<string, string>
  body: Uint8Array<ArrayBuffer>
}

/** Compares the upload of each SRG with parsing alone, in interleaved rounds. */
export async function measureImports(bench: AuthoringBench): Promise<void> {
  for (const file of readdirSync(FOLDER).filter((name) => name.endsWith('-xccdf.xml'))) {
    const content = readFileSync(join(FOLDER, file))
    const upload = await toUpload(file, content)
    const parsing: number[] = []
    const importing: number[] = []
    const indexing: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      parsing.push(await measureMs(() => Promise.resolve(parseBenchmark(content, 'srg'))))
      importing.push(await measureMs(() => sendUpload(bench, upload)))
      indexing.push(await measureMs(bench.settled))
      await bench.db.deleteFrom('srgs').execute()
    }
    const rules = parseBenchmark(content, 'srg').rules.length
    const ratio = computeMedian(importing.map((time, round) => time / (parsing[round] ?? Number.NaN)))
    const more = `${ratio.toFixed(2)} times parsing, ${computeMedian(parsing).toFixed(0)} ms (to reach 3); words of the search ${computeMedian(indexing).toFixed(0)} ms later: ${file.slice(0, 40)}`
    printLine(rules, 'import an SRG', computeMedian(importing), more)
  }
}

/** The bytes of the request, built before the measurement. */
async function toUpload(name: string, content: Uint8Array<ArrayBuffer>): Promise<Upload> {
  const form = new FormData()
  form.set('file', new File([content], name))
  const encoded = new Response(form)
  const type = encoded.headers.get('content-type') ?? ''
  return { headers: { 'content-type': type }, body: new Uint8Array(await encoded.arrayBuffer()) }
}

async function sendUpload({ app, headers }: AuthoringBench, upload: Upload): Promise<void> {
  const all = { ...headers, ...upload.headers }
  const answer = await app.request('/srgs', { method: 'POST', headers: all, body: upload.body })
  if (answer.status !== 200) throw new Error(await answer.text())
}
