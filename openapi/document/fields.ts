import { authoringFields } from './fields/authoring.ts'
import { commentFields } from './fields/comments.ts'
import { commonFields } from './fields/common.ts'
import { exchangeFields } from './fields/exchange.ts'
import { peopleFields } from './fields/people.ts'
import { requirementFields } from './fields/requirements.ts'

/** Default descriptions of members; a description in the schema takes precedence. */
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

/** The default description of a member; a form member `component[name]` uses that of `name`. */
export function findFieldDescription(name: string): string | undefined {
  return FIELDS.get(/\[(\w+)\]$/.exec(name)?.[1] ?? name)
}
