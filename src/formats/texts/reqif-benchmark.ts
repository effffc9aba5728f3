import { invalid } from '../../errors.ts'
import type { DocumentType } from '../../vocabulary.ts'
import { identOf, severityOf } from '../spreadsheet/requirements.ts'
import { benchmarkId, PUBLISHED_END, publishedGroup, publishedHead } from '../xccdf-writer.ts'
import { parseVersion } from '../version.ts'
import type { ReqifRequirement } from './reqif-requirements.ts'

/** What a guide is called, where whoever uploads it says so: ReqIF has no word for either. */
export interface GuideNames {
  id?: string | undefined
  version?: string | undefined
}

interface Told {
  filename: string
  title: string | null
  created: Date | null
  requirements: readonly ReqifRequirement[]
}

/** A title that ends in its release, as our own documents have it. */
const VERSIONED = /^(.*\S)\s+(V\d{1,9}R\d{1,9})$/s
const FIRST = 'V1R1'
/**
 * The XCCDF document that stands for a ReqIF document in the catalog, piece by piece: each requirement becomes a group
 * as a component is published (rule C-72). Names that were not given come from the document: its title is the id, and
 * the release at the end of the title the version, else V1R1. Throws 422 naming the file and the line of an id that two
 * requirements have.
 */
export function* reqifBenchmark(kind: DocumentType, told: Told, names: GuideNames): Generator<string> {
  const [, bare, ending] = VERSIONED.exec(told.title ?? '') ?? []
  const title = bare ?? told.title ?? told.filename.replace(/\.reqifz?$/i, '')
  const { major = 1, release = 1 } = parseVersion(names.version ?? ending ?? FIRST) ?? {}
  const date = told.created ?? new Date()
  const id = benchmarkId(names.id ?? title)
  const header = { id, title, description: null, version: major, release, date }
  const named = namesOf(told)
  yield `${publishedHead(kind, header, [...named.keys()])}\n`
  for (const [displayedName, { id: own, srgId, texts }] of named) {
    const rule = {
      displayedName,
      coreVersion: null,
      version: srgId ?? (kind === 'srg' ? own : ''),
      title: texts.title ?? null,
      severity: severityOf(texts.severity ?? '') ?? ('medium' as const),
      weight: '10.0',
      ident: texts.ident === undefined ? null : identOf(texts.ident),
      identSystem: null,
      fixtext: texts.fixtext ?? null,
      check: texts.check_content ?? null,
      parts: {
        VulnDiscussion: texts.vuln_discussion ?? null,
        Mitigations: texts.mitigations ?? null,
        Documentable: 'false',
      },
    }
    yield `${publishedGroup(kind, rule, header)}\n`
  }
  yield PUBLISHED_END
}

/** Requirements by the names that they have in XML, which has fewer characters for them. */
function namesOf({ filename, requirements }: Told): Map<string, ReqifRequirement> {
  const named = new Map<string, ReqifRequirement>()
  for (const one of requirements) {
    const name = one.id.replaceAll(/[^\p{L}\p{N}._-]/gu, '_')
    const other = named.get(name)
    if (other !== undefined) {
      const said = `two requirements named ${one.id.slice(0, 100)}, on the lines ${other.line} and ${one.line}`
      throw invalid('reqif.doubled', 'file', `The file ${filename.slice(0, 255)} has ${said}.`)
    }
    named.set(name, one)
  }
  return named
}
