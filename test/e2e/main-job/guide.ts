import { existsSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A guide to upload, and its data in `GET /srgs/{id}` afterwards. */
export interface Guide {
  name: string
  file: () => File
  rules: number
  header: Record<string, unknown>
  firstRule: Record<string, unknown>
  lastRule: Record<string, unknown>
  severities: { high: number; medium: number; low: number }
  /** Number of the rule that carries CCI-000366 and has the lowest version. */
  seed: string
}

const toPath = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const GPOS = toPath('../../../../shared/data/srgs/U_GPOS_SRG_V3R3_Manual-xccdf.xml')
const SAMPLE = toPath('../../../sample/U_Harbor_Gateway_SRG_V1R2_Manual-xccdf.xml')

/** The published GPOS guide if it is next to the repository (rule C-20), else the sample. */
export function readGuideFile(): Guide {
  return existsSync(GPOS) ? readGpos() : readSample()
}

function readGpos(): Guide {
  const severities = { high: 20, medium: 173, low: 10 }
  return {
    ...readGuide(GPOS),
    rules: 203,
    severities,
    seed: '000102',
    header: {
      srg_id: 'General_Purpose_Operating_System',
      name: 'General Purpose Operating System - Ver 3, Rel 3',
      title: 'General Purpose Operating System Security Requirements Guide',
      version: 'V3R3',
      release_date: '2025-10-28',
      core: false,
      severity_counts: severities,
    },
    firstRule: {
      version: 'SRG-OS-000001-GPOS-00001',
      rule_id: 'SV-203591r958362_rule',
      ident: 'CCI-000015',
      legacy_ids: 'V-56571, SV-70831',
      fix_id: 'F-3716r557030_fix',
    },
    lastRule: {
      version: 'SRG-OS-000835-GPOS-00305',
      rule_id: 'SV-278976r1137705_rule',
      ident: 'CCI-000366, CCI-003650',
    },
  }
}

function readSample(): Guide {
  const severities = { high: 4, medium: 22, low: 5 }
  return {
    ...readGuide(SAMPLE),
    rules: 31,
    severities,
    seed: '000029',
    header: {
      srg_id: 'Harbor_Gateway_SRG',
      name: 'Harbor Gateway SRG - Ver 1, Rel 2',
      title: 'Harbor Gateway Security Requirements Guide',
      version: 'V1R2',
      release_date: '2026-03-16',
      core: false,
      severity_counts: severities,
    },
    firstRule: { legacy_ids: 'V-88101, SV-91001' },
    lastRule: {},
  }
}

function readGuide(path: string): Pick<Guide, 'name' | 'file'> {
  const name = basename(path)
  return { name, file: () => new File([readFileSync(path)], name, { type: 'text/xml' }) }
}
