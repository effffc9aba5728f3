import { authoringFields } from './fields/authoring.ts'
import { commentFields } from './fields/comments.ts'
import { commonFields } from './fields/common.ts'
import { exchangeFields } from './fields/exchange.ts'
import { peopleFields } from './fields/people.ts'
import { requirementFields } from './fields/requirements.ts'

/** What a member means wherever it stands in a body or an answer; a description of its own shape wins. */
const FIELDS = new Map(
  Object.entries({
    ...commonFields,
    ...exchangeFields,
    ...peopleFields,
    ...authoringFields,
    ...requirementFields,
    ...commentFields,
  }),
)

/** The description of a member without one of its own; of `component[name]`, a member of a form, that of `name`. */
export function fieldDescription(name: string): string | undefined {
  return FIELDS.get(/\[(\w+)\]$/.exec(name)?.[1] ?? name)
}
