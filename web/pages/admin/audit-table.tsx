import type { Outputs } from '../../api/client.ts'
import { translateDetail } from '../../api/errors.ts'
import { formatExactTime, formatExactTimeWithUtc, parseTimestamp } from '../../api/time.ts'
import { Cell, RowName, Table } from '../../kit/table.tsx'
import { t } from '../../languages/t.ts'
import { formatAction, formatActor, formatType } from '../history/audit-labels.ts'
import { ChangeList } from '../history/change-list.tsx'
import { nameSignInValues } from './sign-in-changes.ts'
import styles from './audit-table.module.css'

type Entry = Outputs['audits']['list']['rows'][number]

/** Entries of the audit log with what changed. */
export function AuditTable({ entries }: { entries: readonly Entry[] }) {
  return (
    <Table
      label={t('Audit trail')}
      columns={[{ label: t('Time and user') }, { label: t('Action') }, { label: t('Changes'), wide: true }]}
    >
      {entries.map((entry) => (
        <AuditRow key={entry.id} entry={entry} />
      ))}
    </Table>
  )
}

function AuditRow({ entry }: { entry: Entry }) {
  const { action, auditable_type: type, audited_name: subject, name, comment, occurrences } = entry
  const moment = parseTimestamp(entry.created_at)
  const changes = nameSignInValues(entry.audited_changes)
  return (
    <tr>
      <Cell head>
        <RowName description={<bdi>{formatActor(name, action)}</bdi>}>
          <span className={styles['moment']} title={entry.created_at}>
            {moment ? (
              <span title={formatExactTimeWithUtc(moment)}>{formatExactTime(moment)}</span>
            ) : (
              entry.created_at
            )}
          </span>
        </RowName>
      </Cell>
      <Cell>
        <RowName
          description={
            <>
              {formatType(type)} <bdi>{subject?.replace(/^Control /, '') ?? entry.auditable_id ?? ''}</bdi>
            </>
          }
        >
          {formatAction(action)}
          {occurrences > 1 && t(' ({occurrences} times)', { occurrences })}
        </RowName>
        {comment !== null && <p className="muted">{translateDetail(comment)}</p>}
        <div className="only-narrow small">
          <ChangeList changes={changes} />
        </div>
      </Cell>
      <Cell wide>
        <ChangeList changes={changes} />
      </Cell>
    </tr>
  )
}
