import type { Outputs } from '../../api/client.ts'
import { BannerStrip } from '../../kit/banner-strip.tsx'
import { Diff } from '../../kit/diff.tsx'
import { Cell, RowName } from '../../kit/table.tsx'
import { counted, t } from '../../languages/t.ts'
import { wordsOf } from './field-labels.ts'
import { Report, Warnings } from './report.tsx'

export type SheetPreview = Outputs['components']['previewSpreadsheetUpdate']

/** What a spreadsheet would change in a component, and what is locked and stays. */
export function SheetChanges({
  preview: { updated, unchanged, skipped_locked: locked, warnings },
}: {
  preview: SheetPreview
}) {
  const rows = updated.flatMap(({ rule_id, changes }) =>
    Object.entries(changes).map(([field, change]) => ({ rule_id, field, ...change })),
  )
  const said = [
    t('{requirements} would change', { requirements: counted(updated.length, 'requirement') }),
    t('{unchanged} unchanged', { unchanged: unchanged.length }),
    ...(locked.length > 0
      ? [t('{locked} fully or partly locked, or under review', { locked: locked.length })]
      : []),
  ]
  return (
    <>
      <BannerStrip look={updated.length > 0 ? 'changed' : 'info'}>{said.join(', ')}.</BannerStrip>
      {rows.length > 0 && (
        <Report
          label={t('What would change')}
          columns={[{ words: t('Requirement') }, { words: t('Change') }]}
          rows={rows}
          row={({ rule_id: rule, field, from, to }) => (
            <tr key={`${rule} ${field}`}>
              <Cell head>
                <RowName about={wordsOf(field)}>{rule}</RowName>
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
          columns={[{ words: t('Requirement') }, { words: t('Reason') }]}
          rows={locked}
          row={({ rule_id: rule, reason, skipped_fields: fields = [] }) => (
            <tr key={rule}>
              <Cell head>{rule}</Cell>
              <Cell>{[reason, fields.map(wordsOf).join(', ')].filter(Boolean).join(': ')}</Cell>
            </tr>
          )}
        />
      )}
      <Warnings warnings={warnings} />
    </>
  )
}
