import { AddressLink } from '../../../kit/link.tsx'
import { formatNumber, t } from '../../../languages/t.ts'
import { ShareBar } from './share-bar.tsx'
import styles from './progress-rows.module.css'

interface ProgressRow {
  label: string
  count: number
  total: number
  hue: 'teal' | 'amber'
  /** The list of what is counted. */
  link: { to: string; search: Record<string, string> } | undefined
}

/** Counts of a total, each with a thin bar and a link to its list. */
export function ProgressRows({ label, rows }: { label: string; rows: readonly ProgressRow[] }) {
  return (
    <ul className={styles['rows']} aria-label={label}>
      {rows.map(({ label: name, count, total, hue, link }) => (
        <li key={name}>
          <span>{link && count > 0 ? <AddressLink {...link}>{name}</AddressLink> : name}</span>
          <ShareBar share={total === 0 ? 0 : count / total} hue={hue} />
          <span className={styles['count']}>
            {t('{count} of {total}', {
              count: formatNumber(count),
              total: formatNumber(total),
            })}
          </span>
        </li>
      ))}
    </ul>
  )
}
