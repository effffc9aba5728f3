import { Checkbox, Checkboxes } from '../../kit/choice.tsx'
import { Select } from '../../kit/select.tsx'
import { t } from '../../languages/t.ts'
import { DISPOSITIONS } from '../components/decision-labels.ts'
import type { ExportOption } from './forms.ts'
import { ScrollingChoices } from './scrolling-choices.tsx'
import type { ExportChoices } from './use-export-choices.ts'

const TICKS: Record<Exclude<ExportOption, 'triage_status'>, string> = {
  exclude_satisfied_by: t('Leave out requirements that others satisfy'),
  include_email: t('Include email addresses of commenters'),
  include_srg: t('Include the SRGs that it is based on'),
  include_memberships: t('Include members and their roles'),
  include_comments: t('Include comments and dispositions'),
}

const TRIAGE_OPTIONS = [
  { value: 'all', label: t('All comments') },
  ...Object.entries(DISPOSITIONS).map(([value, { label }]) => ({ value, label })),
]

/** The choices besides the format: contents, comments, options and components. */
export function ExportOptions({ choices }: { choices: ExportChoices }) {
  const { modes, ticked, components } = choices
  return (
    <>
      {modes.length > 0 && (
        <Select label={t('Contents')} options={modes} value={choices.mode} onChange={choices.setMode} />
      )}
      {choices.hasTriage && (
        <Select
          label={t('Comments')}
          options={TRIAGE_OPTIONS}
          value={choices.triage}
          onChange={choices.setTriage}
        />
      )}
      {ticked.length > 0 && (
        <Checkboxes label={t('Options')} value={choices.ticks} onChange={choices.setTicks}>
          {ticked.map((option) => (
            <Checkbox key={option} value={option}>
              {TICKS[option]}
            </Checkbox>
          ))}
        </Checkboxes>
      )}
      {components.length > 1 && (
        <ScrollingChoices>
          <Checkboxes label={t('Components')} value={choices.left} onChange={choices.setLeft}>
            {components.map(({ id, name }) => (
              <Checkbox key={id} value={String(id)}>
                {name}
              </Checkbox>
            ))}
          </Checkboxes>
        </ScrollingChoices>
      )}
    </>
  )
}
