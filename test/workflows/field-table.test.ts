import type { EntityMetadata } from '@mikro-orm/core'
import { describe, expect, it } from 'vitest'
import {
  CHECK_FIELDS,
  toColumn,
  DESCRIPTION_FIELDS,
  DISA_FIELDS,
  type Fields,
  RULE_FIELDS,
} from '../../entities/requirement-fields.ts'
import { DisaDescription, Rule, RuleCheck, RuleDescription } from '../../entities/rule.ts'
import { SrgRule } from '../../entities/srg-rule.ts'
import { EditorRule } from '../../routers/rules/read/requirements.schema.ts'
import { RuleInput } from '../../routers/rules/record.schema.ts'
import { findTrackedEntity } from '../../src/audit/tracked-entities.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()
const readMetadata = (entity: new () => object): EntityMetadata =>
  world.database.orm.getMetadata().get(entity)

/** Columns that identify a record or store its state, not its content. */
const STATE = [
  'id',
  'component_id',
  'document_type',
  'rule_id',
  'locked',
  'locked_fields',
  'review_requestor_id',
  'changes_requested',
  'srg_rule_id',
  'derived_from_srg_rule_id',
  'minted_sequence',
  'lock_version',
  'section_versions',
  'section_times',
  'deleted_at',
  'created_at',
  'updated_at',
]

const listColumns = (entity: new () => object) =>
  readMetadata(entity)
    .props.flatMap(({ fieldNames, kind }) => (kind === 'scalar' || kind === 'm:1' ? fieldNames : []))
    .filter((name) => !STATE.includes(name))
    .toSorted()

const updateTable = (fields: Fields) =>
  Object.keys(fields)
    .map((name) => toColumn(name))
    .toSorted()

const listCovered = (fields: Fields) =>
  Object.entries(fields).flatMap(([name, { section }]) =>
    section === null ? [] : [[toColumn(name), section] as const],
  )

describe('the table of requirement fields', () => {
  it('lists every content column of a requirement and its parts', () => {
    expect(listColumns(Rule)).toEqual(updateTable(RULE_FIELDS))
    expect(listColumns(RuleCheck)).toEqual(updateTable(CHECK_FIELDS))
    expect(listColumns(DisaDescription)).toEqual(updateTable(DISA_FIELDS))
    expect(listColumns(RuleDescription)).toEqual(updateTable(DESCRIPTION_FIELDS))
  })

  it('gives each field the column of its entity', () => {
    for (const name of Object.keys(RULE_FIELDS)) {
      expect(readMetadata(Rule).props.find((prop) => prop.name === name)?.fieldNames).toEqual([
        toColumn(name),
      ])
    }
  })

  it('C-3: assigns each editable field to the section whose lock covers it', () => {
    const check = listCovered(CHECK_FIELDS).map(([, section]) => section)
    expect([...new Set(check)]).toEqual(['Check'])
    const bySection = Map.groupBy(
      [...listCovered(RULE_FIELDS), ...listCovered(DISA_FIELDS), ...listCovered(DESCRIPTION_FIELDS)],
      ([, section]) => section,
    )
    const { 'DISA Metadata': metadata, ...others } = Object.fromEntries(
      [...bySection].map(([section, fields]) => [section, fields.map(([name]) => name).toSorted()]),
    )
    expect(metadata).toContain('mitigations')
    expect(others).toEqual({
      Title: ['title'],
      Severity: ['rule_severity', 'severity_override_guidance'],
      Status: ['status', 'status_justification'],
      Fix: ['fix_id', 'fixtext', 'fixtext_fixref'],
      'Vulnerability Discussion': ['vuln_discussion'],
      'Vendor Comments': ['vendor_comments'],
      'Artifact Description': ['artifact_description'],
      'XCCDF Metadata': ['ident', 'ident_system', 'rule_weight', 'version'],
      Other: ['description', 'inspec_control_body', 'inspec_control_body_lang', 'inspec_control_file_lang'],
    })
  })

  it('marks no field as coming from the catalog that the catalog lacks', () => {
    const catalog = listColumns(SrgRule)
    for (const [name, { uses }] of Object.entries<Fields[string]>(RULE_FIELDS)) {
      if (uses.includes('imported') || uses.includes('exported') || uses.includes('refreshed')) {
        expect(catalog).toContain(toColumn(name))
      }
    }
  })

  it('lets users write and read its editable fields, and audits them', () => {
    for (const [name, { section, uses }] of Object.entries<Fields[string]>(RULE_FIELDS)) {
      if (section === null) continue
      expect(Object.keys(RuleInput.shape)).toContain(toColumn(name))
      expect(Object.keys(EditorRule.shape)).toContain(toColumn(name))
      expect(uses).toContain('audited')
      expect(findTrackedEntity(new Rule())?.fields[name]).toBe(toColumn(name))
    }
  })
})
