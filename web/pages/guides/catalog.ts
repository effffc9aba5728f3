import { useSuspenseQuery } from '@tanstack/react-query'
import { api, type Outputs } from '../../api/client.ts'
import type { Guide } from './families.ts'

export type GuideKind = 'srgs' | 'stigs'

export const KIND_LABELS: Record<GuideKind, string> = { srgs: 'SRGs', stigs: 'STIGs' }

/** All SRGs of the catalog. */
export function useSrgs(): Guide[] {
  return useSuspenseQuery({ ...api.srgs.list.queryOptions({}), select: toSrgs }).data
}

/** All STIGs of the catalog. */
export function useStigs(): Guide[] {
  return useSuspenseQuery({ ...api.stigs.list.queryOptions({}), select: toStigs }).data
}

type Srg = Outputs['srgs']['list'][number]
type Stig = Outputs['stigs']['list'][number]

const toSrgs = (srgs: Srg[]) => srgs.map(toSrgEntry)
const toStigs = (stigs: Stig[]) => stigs.map(toStigEntry)

function toSrgEntry(srg: Srg): Guide {
  return { ...toSharedFields(srg), benchmarkId: srg.srg_id, date: srg.release_date, core: srg.core }
}

function toStigEntry(stig: Stig): Guide {
  return { ...toSharedFields(stig), benchmarkId: stig.stig_id, date: stig.benchmark_date, core: false }
}

function toSharedFields({
  id,
  title,
  version,
  draft,
  severity_counts,
  is_latest,
  latest_available_id,
}: Srg | Stig) {
  return {
    id,
    title,
    version,
    draft,
    severities: severity_counts,
    latest: is_latest,
    latestId: latest_available_id ?? id,
  }
}
