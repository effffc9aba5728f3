import { validationError } from '../../errors.ts'
import type { DocumentType } from '../../vocabulary.ts'
import { normalizeIdent } from '../cci.ts'
import { readChecksText } from '../checks/check-text.ts'
import { parseSeverity } from '../spreadsheet/requirements.ts'
import { parseVersion } from '../version.ts'
import { toBenchmarkId, PUBLISHED_END, writePublishedGroup, writePublishedHead } from '../xccdf-writer.ts'
import type { ReqifMapping, ReqifRequirement } from './reqif-requirements.ts'

/** Id and version of a guide from the user, because ReqIF has neither. */
export interface GuideNames {
  id?: string | undefined
  version?: string | undefined
  /** The attributes that contain the fields of its requirements. */
  mapping?: ReqifMapping | undefined
}

interface ReqifHeader {
  filename: string
  title: string | null
  created: Date | null
  requirements: readonly ReqifRequirement[]
}

/** A title that ends with its release, as in our exports. */
const VERSIONED = /^(.*\S)\s+(V\d{1,9}R\d{1,9}(?:\.\d{1,9})?)$/s
const FIRST = 'V1R1'
/**
 * Generates the XCCDF document of a ReqIF document: each requirement becomes a group as in a published component (rule
 * C-72). Defaults for `names`: the document's title, and the release at its end or V1R1. Throws 422 with file and line for
 * a duplicate id.
 */
export function* readReqifBenchmark(
  kind: DocumentType,
  source: ReqifHeader,
  names: GuideNames,
): Generator<string> {
  const [, bare, ending] = VERSIONED.exec(source.title ?? '') ?? []
  const title = bare ?? source.title ?? source.filename.replace(/\.reqifz?$/i, '')
  const numbers = names.version ?? ending ?? FIRST
  const { major = 1 } = parseVersion(numbers) ?? {}
  const release = numbers.slice(numbers.indexOf('R') + 1)
  const date = source.created ?? new Date()
  const id = toBenchmarkId(names.id ?? title)
  const header = { id, title, description: null, version: major, release, date, draft: false }
  const requirements = toUniqueNames(source)
  yield `${writePublishedHead(kind, header, [...requirements.keys()])}\n`
  for (const [displayedName, { id: requirementId, srgId, texts }] of requirements) {
    const { check, further } = readChecksText(texts.check_content ?? '')
    const rule = {
      displayedName,
      coreVersion: null,
      version: srgId ?? (kind === 'srg' ? requirementId : ''),
      title: texts.title || null,
      severity: parseSeverity(texts.severity ?? '') ?? ('medium' as const),
      weight: '10.0',
      ident: texts.ident === undefined ? null : normalizeIdent(texts.ident),
      identSystem: null,
      fixtext: texts.fixtext ?? null,
      check: check || null,
      furtherChecks: further,
      parts: {
        VulnDiscussion: texts.vuln_discussion ?? null,
        Mitigations: texts.mitigations ?? null,
        Documentable: 'false',
      },
    }
    yield `${writePublishedGroup(kind, rule, header)}\n`
  }
  yield PUBLISHED_END
}

/** Maps requirements to unique XML names, which allow fewer characters. */
function toUniqueNames({ filename, requirements }: ReqifHeader): Map<string, ReqifRequirement> {
  const byName = new Map<string, ReqifRequirement>()
  for (const item of requirements) {
    const name = item.id.replaceAll(/[^\p{L}\p{N}._-]/gu, '_')
    const other = byName.get(name)
    if (other !== undefined) {
      const message = `two requirements named ${item.id.slice(0, 100)}, on the lines ${other.line} and ${item.line}`
      throw validationError('reqif.doubled', 'file', `The file ${filename.slice(0, 255)} has ${message}.`)
    }
    byName.set(name, item)
  }
  return byName
}
