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
  /** `.reqif` and `.reqifz` are ReqIF; any other extension is XCCDF. */
  filename: string
  content: Uint8Array | StoredFile
  /** Names for a ReqIF document, which does not contain them. */
  names?: GuideNames
  /** Range of the benchmark in a SCAP data stream. */
  range?: BenchmarkRange | null
}

/** A parsed guide; its document and rules are in temporary files. */
export interface GuideContent extends ReadBenchmark {
  /** The uploaded bytes; for ReqIF and data streams the generated XCCDF document. */
  xml: Uint8Array | StoredFile
  /** Descriptor of the file with the rules. */
  rules: number
}

/**
 * Parses a guide in a worker and passes it to `use`; deletes its files afterwards. Throws the 422s of
 * src/formats.
 */
export async function withGuide<T>(
  { workers, limits }: { workers: Workers; limits: GuideLimits },
  file: GuideFile & { kind: BenchmarkKind | null },
  use: (guide: GuideContent) => Promise<T>,
): Promise<T> {
  const [rules, document] = await Promise.all([openTempFile(), openTempFile()])
  try {
    const files = { rules: rules.file().fd, document: document.file().fd }
    const guide = await workers.run('benchmark', { ...file, limits: selectLimits(limits), ...files })
    const xml = guide.unpacked === null ? file.content : new StoredFile(files.document, guide.unpacked)
    return await use({ ...guide, xml, rules: files.rules })
  } finally {
    await Promise.all([rules.close(), document.close()])
  }
}

/** Selects the limits that the worker needs. */
function selectLimits(limits: GuideLimits): GuideLimits {
  const { catalogTitle, benchmarkName, benchmarkTitle, benchmarkDescription } = limits
  return { catalogTitle, benchmarkName, benchmarkTitle, benchmarkDescription }
}
