import { strToU8, zipSync } from 'fflate'

/** The files of an archive: text, or a JSON value. */
export type Members = Record<string, unknown>

/** A backup archive; values other than text are written as JSON. */
export function toArchive(members: Members): Uint8Array {
  const files = Object.entries(members).map(([name, value]) => [
    name,
    strToU8(typeof value === 'string' ? value : JSON.stringify(value)),
  ])
  return zipSync(Object.fromEntries(files))
}

interface Peer {
  version?: string
  srg: { srgId: string; title: string; version: string }
  rules?: Members[]
  reviews?: Members[]
  satisfactions?: Members[]
  component?: Members
  project?: Members
  manifest?: Members
  name?: string
}

/** An archive in Vulcan's format, by default with one component that has one requirement. */
export function createPeerArchive({
  version = '1.1',
  srg,
  rules,
  reviews = [],
  satisfactions = [],
  component = {},
  project = {},
  manifest = {},
  name = 'Moved in',
}: Peer): Members {
  const source = { srg_id: srg.srgId, title: srg.title, version: srg.version }
  const folder = `components/${name}-V1R1`
  const archiveRules = rules ?? [createPeerRule(srg.srgId, 1)]
  return {
    'manifest.json': {
      backup_format_version: version,
      vulcan_version: '2.3.7',
      exported_at: '2026-01-02T03:04:05.678901Z',
      components: [
        {
          name,
          prefix: 'MOVE-01',
          version: 1,
          release: 1,
          srg_id: srg.srgId,
          srg_title: srg.title,
          srg_version: srg.version,
          rule_count: archiveRules.length,
        },
      ],
      ...manifest,
    },
    'project.json': {
      name: `Project of ${name}`,
      description: 'It was elsewhere.',
      visibility: 'hidden',
      metadata: null,
      memberships: [],
      ...project,
    },
    [`${folder}/component.json`]: {
      name,
      prefix: 'MOVE-01',
      version: 1,
      release: 1,
      title: `${name} STIG`,
      description: null,
      released: false,
      admin_name: 'Ann',
      admin_email: 'ann@example.org',
      advanced_fields: false,
      comment_phase: 'open',
      closed_reason: null,
      based_on: source,
      source_srgs: [source],
      overlay_parent: null,
      metadata: null,
      additional_questions: [],
      ...(version === '1.0' ? {} : { document_type: 'stig' }),
      ...component,
    },
    [`${folder}/rules.json`]: archiveRules,
    [`${folder}/satisfactions.json`]: satisfactions,
    [`${folder}/reviews.json`]: reviews,
  }
}

/** A requirement in Vulcan's archive format. */
export function createPeerRule(srgId: string, number: number, values: Members = {}): Members {
  const digits = String(number).padStart(6, '0')
  return {
    rule_id: digits,
    status: 'Not Yet Determined',
    title: `Requirement ${number}`,
    version: `SRG-APP-${digits}`,
    rule_severity: 'medium',
    rule_weight: '10.0',
    ident: 'CCI-000015',
    ident_system: 'http://cyber.mil/cci',
    fixtext: 'Configure it.',
    locked: false,
    locked_fields: {},
    changes_requested: false,
    srg_rule_version: `SRG-APP-${digits}`,
    srg_rule_srg_id: srgId,
    checks: [{ system: null, content_ref_name: null, content_ref_href: null, content: 'Look at it.' }],
    disa_rule_descriptions: [{ vuln_discussion: 'Why it matters.', documentable: false }],
    rule_descriptions: [],
    references: [],
    additional_answers: [],
    ...values,
  }
}

/** A comment in Vulcan's archive format. */
export function createPeerReview(id: number, values: Members = {}): Members {
  return {
    external_id: id,
    rule_id: '000001',
    action: 'comment',
    comment: `Comment ${id}`,
    user_email: 'nobody@elsewhere.example',
    user_name: 'Nobody Here',
    section: null,
    triage_status: 'pending',
    created_at: '2026-01-01T10:00:00.123456Z',
    updated_at: '2026-01-01T10:00:00.123456Z',
    reactions: [],
    ...values,
  }
}
