import type { ComponentDocument } from '../../../src/formats/document/blocks.ts'
import { buildComponentDocument } from '../../../src/formats/document/content.ts'
import { embedFonts } from '../../../src/formats/document/pdf/embed-font.ts'
import { layOut } from '../../../src/formats/document/pdf/lay-out.ts'
import type { PdfWorkers } from '../../../src/formats/document/pdf/write.ts'
import type { DispositionRow } from '../../../src/formats/exported/disposition.ts'
import type { ExportedComponent, ExportedRule } from '../../../src/formats/exported/types.ts'

const COMPONENT: ExportedComponent = {
  id: 1,
  projectId: 1,
  projectName: 'Harbor',
  name: 'Harbor Gateway',
  prefix: 'HARB-01',
  title: 'Harbor Gateway STIG',
  description: 'What it is for.',
  version: 1,
  release: 2,
  released: false,
  documentType: 'stig',
  adminName: null,
  adminEmail: null,
  createdAt: '2026-01-02T03:04:05.000000Z',
  updatedAt: '2026-01-02T03:04:05.000000Z',
  contentChangedAt: '2026-03-16T10:00:00.000000Z',
  contentKey: 'key',
  commented: false,
}

const NO_TEXTS = {
  false_positives: null,
  false_negatives: null,
  documentable: null,
  severity_override_guidance: null,
  potential_impacts: null,
  third_party_tools: null,
  mitigation_control: null,
  responsibility: null,
  ia_controls: null,
  poam: null,
}

/** A requirement with texts that name their field. */
export function createSampleRule(id: number, changes: Partial<ExportedRule> = {}): ExportedRule {
  return {
    id,
    componentId: 1,
    documentType: 'stig',
    number: String(id).padStart(6, '0'),
    displayedName: `HARB-01-${String(id).padStart(6, '0')}`,
    version: `SRG-OS-${String(id).padStart(6, '0')}`,
    minted: false,
    coreVersion: null,
    title: `Title ${id}`,
    status: 'Applicable - Configurable',
    statusJustification: 'The justification.',
    severity: 'medium',
    weight: '10.0',
    ident: 'CCI-000366',
    identSystem: null,
    legacyIds: null,
    fix: 'The fix.',
    check: 'The check.',
    furtherChecks: [],
    furtherIdents: null,
    scripts: null,
    effectiveFix: 'The fix.',
    effectiveCheck: 'The check.',
    artifactDescription: 'The artifact.',
    vendorComments: null,
    inspecBody: null,
    texts: { ...NO_TEXTS, vuln_discussion: 'The discussion.', mitigations: 'The mitigation.' },
    source: null,
    child: false,
    satisfied: [],
    locked: false,
    underReview: false,
    lockedSections: [],
    updatedAt: '2026-01-02T03:04:05.000000Z',
    ...changes,
  }
}

interface SampleChanges {
  component?: Partial<ExportedComponent>
  marking?: string | null
  rules?: readonly ExportedRule[]
  comments?: readonly DispositionRow[]
}

/** A document of one component. */
export function createSampleDocument({
  component = {},
  marking = 'UNCLASSIFIED',
  rules = [createSampleRule(1)],
  comments,
}: SampleChanges = {}): ComponentDocument {
  const counts = new Map<string, number>()
  for (const { rule } of comments ?? []) if (rule !== null) counts.set(rule, (counts.get(rule) ?? 0) + 1)
  return buildComponentDocument({
    component: { ...COMPONENT, ...component },
    cover: { marking, srgs: ['General Purpose Operating System SRG V3R2'], releasedAt: null },
    names: rules,
    rules: toGenerator(rules),
    comments: comments ? { rows: toGenerator(comments), counts } : null,
  })
}

async function* toGenerator<T>(items: readonly T[]): AsyncGenerator<T> {
  for (const item of items) yield await Promise.resolve(item)
}

/** Runs worker tasks in this thread, with cloned values as in a real worker. */
export const inThisThread: PdfWorkers = {
  layOut: (part) => Promise.resolve(structuredClone(layOut(structuredClone(part)))),
  embedFonts: (used) => Promise.resolve(embedFonts(used)),
}

/** Joins the chunks of a file. */
export async function toBuffer(chunks: AsyncIterable<Uint8Array | string>): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const chunk of chunks) {
    parts.push(typeof chunk === 'string' ? Buffer.from(chunk) : Buffer.from(chunk))
  }
  return Buffer.concat(parts)
}
