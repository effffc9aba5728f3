import type { ErrorDetails, ErrorKind } from '../errors.ts'
import { embedFonts } from '../formats/document/pdf/embed-font.ts'
import { layOut } from '../formats/document/pdf/lay-out.ts'
import { isRecord } from '../lib/json-values.ts'
import { readArchiveFile, unpackEntry } from './tasks/archive.ts'
import { readBenchmarkFile } from './tasks/benchmark.ts'
import { computeClusters } from './tasks/clusters.ts'
import { diffTexts } from './tasks/diff-texts.ts'
import { findInvalidRuby, writeInspecControls } from './tasks/inspec-controls.ts'
import { inspectFile, listPackageMembers, streamBenchmarks, unpackMember } from './tasks/package.ts'
import { readReferenceFile } from './tasks/reference.ts'
import { readCommentSheet, readDispositionSheet, readRequirementSheet } from './tasks/sheet.ts'
import { readInspecFile, readMarkdownFile, readReqifFile } from './tasks/texts.ts'

/** The tasks of the worker threads: functions of plain values without a database, some of them async. */
export const tasks = {
  /** Does nothing: its answer means that a thread is ready. */
  start: (): null => null,
  differences: diffTexts,
  clusters: computeClusters,
  benchmark: readBenchmarkFile,
  fileKind: inspectFile,
  packageMembers: listPackageMembers,
  packageMember: unpackMember,
  streamBenchmarks,
  archive: readArchiveFile,
  archiveEntry: unpackEntry,
  requirementSheet: readRequirementSheet,
  commentSheet: readCommentSheet,
  dispositionSheet: readDispositionSheet,
  inspec: readInspecFile,
  inspecControls: writeInspecControls,
  invalidRuby: findInvalidRuby,
  layOutDocument: layOut,
  embedDocumentFonts: embedFonts,
  markdown: readMarkdownFile,
  reqif: readReqifFile,
  referenceDocument: readReferenceFile,
}

export type Tasks = typeof tasks
export type TaskName = keyof Tasks

/** A domain error that a thread returned. */
interface RejectedTask {
  refused: true
  kind: ErrorKind
  reason: string
  message: string
  details: ErrorDetails
}

/** Whether a result of a thread is a domain error. */
export function isRefused(answer: unknown): answer is RejectedTask {
  return isRecord(answer) && answer['refused'] === true
}
