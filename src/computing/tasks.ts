import type { ErrorDetails, ErrorKind } from '../errors.ts'
import { isRecord } from '../wire/refused-input.ts'
import { readArchiveFile, unpackEntry } from './archive.ts'
import { readBenchmarkFile } from './benchmark.ts'
import { clustersFrom } from './clusters.ts'
import { differencesOf } from './differences.ts'
import { readSheetFile } from './sheet.ts'
import { readInspecFile, readMarkdownFile, readReqifFile } from './texts.ts'

/** Everything that threads of the pool do: functions of plain values, without a database; some answer later. */
export const tasks = {
  differences: differencesOf,
  clusters: clustersFrom,
  benchmark: readBenchmarkFile,
  archive: readArchiveFile,
  archiveEntry: unpackEntry,
  sheet: readSheetFile,
  inspec: readInspecFile,
  markdown: readMarkdownFile,
  reqif: readReqifFile,
}

export type Tasks = typeof tasks
export type TaskName = keyof Tasks

/** A refusal as it comes back from a thread. */
interface Refused {
  refused: true
  kind: ErrorKind
  reason: string
  message: string
  details: ErrorDetails
}

export function isRefused(answer: unknown): answer is Refused {
  return isRecord(answer) && answer['refused'] === true
}
