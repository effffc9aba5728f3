import { formatExactTimeWithUtc } from '../../../api/time.ts'
import { Icon } from '../../../kit/icon.tsx'
import { rich } from '../../../languages/rich.ts'
import { t } from '../../../languages/t.ts'
import type { OtherChange } from './use-change-authors.ts'
import styles from './change-note.module.css'

/** Says on one line who changed a section; it is cut rather than wrapped, so that no text moves. */
export function ChangeNote({ change: { name, changedAt }, label }: { change: OtherChange; label?: string }) {
  const author = <bdi>{name}</bdi>
  return (
    <span className={styles['note']} title={`${name ?? ''} ${formatExactTimeWithUtc(changedAt)}`.trim()}>
      <Icon name="diff" />
      <span className="cut">
        {label === undefined
          ? name === null
            ? t('Changed just now')
            : rich('Changed by {name}', { name: author })
          : name === null
            ? t('{label} changed just now', { label })
            : rich('{label} changed by {name}', { label, name: author })}
      </span>
    </span>
  )
}
