import type { CciReference, StatementLine } from '../../vocabulary.ts'

/** Maximum bytes of a reference document, packed or not; the published ones have 3 to 10 MB. */
export const MAX_REFERENCE_BYTES = 25 * 1024 * 1024
/** Maximum CCIs or controls of a document; the published ones have 5,000 and 1,200. */
export const MAX_REFERENCE_ENTRIES = 20_000

/** What a document says about itself. */
export interface ReferenceHeader {
  title: string | null
  version: string | null
  /** The date as the document writes it. */
  published: string | null
}

/** An entry of the CCI list. Members are named as the columns of `cci_definitions`. */
export interface CciDefinition {
  cci: string
  status: string | null
  published: string | null
  contributor: string | null
  definition: string | null
  types: string[]
  parameter: string | null
  note: string | null
  references: CciReference[]
  /** The control in the newest revision of SP 800-53 that the CCI refers to, without and with its item. */
  base_control: string | null
  control: string | null
  revision: string | null
}

/** A control or an enhancement. Members are named as the columns of `control_texts`. */
export interface ControlText {
  control: string
  family: string | null
  title: string
  withdrawn: boolean
  /** Controls that contain a withdrawn one. */
  successors: string[]
  statement: StatementLine[]
  guidance: string | null
}

/** A reference document that was read. */
export type ReferenceDocumentContent =
  | { kind: 'cci_list'; header: ReferenceHeader; entries: CciDefinition[] }
  | { kind: 'control_catalog'; header: ReferenceHeader; entries: ControlText[] }
