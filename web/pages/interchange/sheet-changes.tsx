import type { Outputs } from '../../api/client.ts'
import { BannerStrip } from '../../kit/banner-strip.tsx'
import { Diff } from '../../kit/diff.tsx'
import { Cell, RowName } from '../../kit/table.tsx'
import { counted } from '../components/phase.ts'
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
    `${counted(updated.length, 'requirement')} would change`,
    `${unchanged.length} unchanged`,
    ...(locked.length > 0 ? [`${locked.length} locked or under review, wholly or in part`] : []),
  ]
  return (
    <>
      <BannerStrip look={updated.length > 0 ? 'changed' : 'info'}>{said.join(', ')}.</BannerStrip>
      {rows.length > 0 && (
        <Report
          label="What would change"
          columns={[{ words: 'Requirement' }, { words: 'Change' }]}
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
          label="What is locked"
          columns={[{ words: 'Requirement' }, { words: 'Why it stays' }]}
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
