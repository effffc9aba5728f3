import type { BenchmarkRange } from '../../src/formats/package/data-stream.ts'
import type { GuideNames } from '../../src/formats/texts/reqif-benchmark.ts'
import type { GuideLimits } from '../../src/formats/xccdf/limits.ts'
import type { BenchmarkKind } from '../../src/formats/xccdf/types.ts'
import { StoredFile } from '../../src/lib/temp-files/byte-range.ts'
import { openTempFile } from '../../src/lib/temp-files/write-temp-file.ts'
import type { Workers } from '../../src/workers/pool.ts'
import type { ReadBenchmark } from '../../src/workers/tasks/benchmark.ts'

/** A file with one guide. */
export interface GuideFile {
  /** `.reqif` and `.reqifz` are ReqIF; anything else is XCCDF. */
  filename: string
  content: Uint8Array | StoredFile
  /** Of a ReqIF document, which does not say them. */
  names?: GuideNames
  /** Which benchmark of a SCAP data stream it is. */
  range?: BenchmarkRange | null
}

/** A guide that was read; its document and its rules stand in files. */
export interface GuideContent extends ReadBenchmark {
  /** The bytes as they came; of ReqIF and data streams the XCCDF document that was made. */
  xml: Uint8Array | StoredFile
  /** Descriptor of the file with the rules. */
  rules: number
}

/** Reads a guide in a thread and hands it to `use`, whose files are gone afterwards. Throws 422 as src/formats does. */
export async function withGuide<T>(
  { computing, limits }: { computing: Workers; limits: GuideLimits },
  file: GuideFile & { kind: BenchmarkKind | null },
  use: (guide: GuideContent) => Promise<T>,
): Promise<T> {
  const [rules, document] = await Promise.all([openTempFile(), openTempFile()])
  try {
    const files = { rules: rules.file().fd, document: document.file().fd }
    const guide = await computing.run('benchmark', { ...file, limits: limitsOf(limits), ...files })
    const xml = guide.unpacked === null ? file.content : new StoredFile(files.document, guide.unpacked)
    return await use({ ...guide, xml, rules: files.rules })
  } finally {
    await Promise.all([rules.close(), document.close()])
  }
}

/** No more than the thread needs. */
function limitsOf(limits: GuideLimits): GuideLimits {
  const { catalogTitle, benchmarkName, benchmarkTitle, benchmarkDescription } = limits
  return { catalogTitle, benchmarkName, benchmarkTitle, benchmarkDescription }
}
