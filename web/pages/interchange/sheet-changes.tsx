import type { Outputs } from '../../api/client.ts'
import { BannerStrip } from '../../kit/banner-strip.tsx'
import { Diff } from '../../kit/diff.tsx'
import { Cell, RowName } from '../../kit/table.tsx'
import { formatCount, formatNumber, t } from '../../languages/t.ts'
import { formatField } from './field-labels.ts'
import { Report, Warnings } from './report.tsx'

/** Why the service skips a requirement. */
const SKIP_REASONS = new Map([
  ['inherited', t('Satisfied by another requirement')],
  ['locked', t('Locked')],
  ['under review', t('Under review')],
  ['section locked', t('Section locked')],
])

export type SheetPreview = Outputs['components']['previewSpreadsheetUpdate']

/** The planned changes of a spreadsheet, and the locked requirements that it skips. */
export function SheetChanges({
  preview: { updated, unchanged, skipped_locked: locked, warnings },
}: {
  preview: SheetPreview
}) {
  const rows = updated.flatMap(({ rule_id, changes }) =>
    Object.entries(changes).map(([field, change]) => ({ rule_id, field, ...change })),
  )
  const descriptions = [
    t('{requirements} would change', { requirements: formatCount(updated.length, 'requirement') }),
    t('{unchanged} unchanged', { unchanged: formatNumber(unchanged.length) }),
    ...(locked.length > 0
      ? [t('{locked} fully or partly locked, or under review', { locked: formatNumber(locked.length) })]
      : []),
  ]
  return (
    <>
      <BannerStrip variant={updated.length > 0 ? 'warning' : 'info'}>{descriptions.join(', ')}.</BannerStrip>
      {rows.length > 0 && (
        <Report
          label={t('What would change')}
          columns={[{ label: t('Requirement') }, { label: t('Change') }]}
          rows={rows}
          row={({ rule_id: rule, field, from, to }) => (
            <tr key={`${rule} ${field}`}>
              <Cell head>
                <RowName description={formatField(field)}>{rule}</RowName>
              </Cell>
              <Cell>
                <Diff before={from ?? ''} after={to ?? ''} />
              </Cell>
            </tr>
          )}
        />
      )}
      {locked.length > 0 && (
        <Report
          label={t('Locked requirements')}
          columns={[{ label: t('Requirement') }, { label: t('Reason') }]}
          rows={locked}
          row={({ rule_id: rule, reason, skipped_fields: fields = [] }) => (
            <tr key={rule}>
              <Cell head>{rule}</Cell>
              <Cell>
                {[SKIP_REASONS.get(reason) ?? reason, fields.map(formatField).join(', ')]
                  .filter(Boolean)
                  .join(': ')}
              </Cell>
            </tr>
          )}
        />
      )}
      <Warnings warnings={warnings} />
    </>
  )
}
