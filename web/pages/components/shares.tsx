import { statusesOf, statusKey, TRIAGE_STATUSES } from '../../../src/vocabulary.ts'
import type { Outputs } from '../../api/client.ts'
import { Empty } from '../../app/states.tsx'
import { Chip } from '../../kit/chip.tsx'
import { STATUS_LOOKS } from '../authoring/words.ts'
import styles from './components.module.css'
import type { Triage } from './gates.tsx'
import { DISPOSITIONS, type StateLook } from './states-of.ts'

/** How many requirements have which status. */
export function Statuses({ stats }: { stats: Outputs['components']['stats'] }) {
  const counts = new Map<string, number>(Object.entries(stats.rules_by_status))
  const lines = statusesOf(stats.document_type).map((status) => ({
    ...STATUS_LOOKS[status],
    count: counts.get(statusKey(status)) ?? 0,
  }))
  if (stats.rule_count === 0) return <Empty>There is no requirement yet.</Empty>
  return <Lines lines={lines} total={stats.rule_count} />
}

/** How many comments have which decision. */
export function Dispositions({ triage }: { triage: Triage }) {
  if (triage.total === 0) return <Empty>Nobody has commented yet.</Empty>
  const lines = TRIAGE_STATUSES.map((status) => ({
    ...DISPOSITIONS[status],
    count: triage.by_triage_status[status] ?? 0,
  }))
  return <Lines lines={lines.filter(({ count }) => count > 0)} total={triage.total} />
}

function Lines({ lines, total }: { lines: readonly (StateLook & { count: number })[]; total: number }) {
  return (
    <ul className={styles['legend']}>
      {lines.map(({ words, hue, icon, count }) => (
        <li key={words}>
          <Chip hue={hue} icon={icon}>
            {words}
          </Chip>
          <span className={styles['last']}>{count.toLocaleString('en-US')}</span>
          <span className="muted small">{Math.round((count * 100) / total)} %</span>
        </li>
      ))}
    </ul>
  )
}
