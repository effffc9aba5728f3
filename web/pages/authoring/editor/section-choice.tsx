import { Select } from '../../../kit/select.tsx'
import { t } from '../../../languages/t.ts'
import type { Field } from '../fields.ts'

const CHOICES = [
  { value: 'unsaid', label: t('Not specified') },
  { value: 'true', label: t('Yes') },
  { value: 'false', label: t('No') },
] as const

/** The key of the empty choice. No option has this key: users type options as one line. */
const NO_ANSWER = '\n'

/** A section with choices instead of text: yes or no, or the options of a question. */
export function SectionChoice({
  field: { label, choice, options = [] },
  text,
  isDisabled,
  onWrite,
}: {
  field: Field
  text: string
  isDisabled: boolean
  onWrite: (text: string) => void
}) {
  if (choice) {
    return (
      <Select
        label={label}
        labelled={false}
        isDisabled={isDisabled}
        value={text === 'true' || text === 'false' ? text : 'unsaid'}
        options={CHOICES}
        onChange={(value) => onWrite(value === 'unsaid' ? '' : value)}
      />
    )
  }
  return (
    <Select
      label={label}
      labelled={false}
      isDisabled={isDisabled}
      value={text === '' ? NO_ANSWER : text}
      options={[NO_ANSWER, ...new Set([...options, ...(text === '' ? [] : [text])])].map((value) => ({
        value,
        label: value === NO_ANSWER ? t('No answer') : value,
      }))}
      onChange={(value) => onWrite(value === NO_ANSWER ? '' : value)}
    />
  )
}
