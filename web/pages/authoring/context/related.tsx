import { t } from '../../../languages/t.ts'
import { ProposeForRequirement } from '../../relocations/propose-for-requirement.tsx'
import type { Component } from '../editor/component.ts'
import type { Rule } from '../fields.ts'
import type { Row } from '../requirements.ts'
import { ContextPart } from './context-part.tsx'
import { RelatedElsewhere } from './related-elsewhere.tsx'
import { Satisfactions } from './satisfactions.tsx'

/** Related requirements: satisfied by, satisfies, and other answers to the same SRG requirement. */
export default function Related({
  rule,
  rows,
  component,
  mayWrite,
}: {
  rule: Rule
  rows: readonly Row[]
  component: Component
  mayWrite: boolean
}) {
  if (component.document_type !== 'stig') {
    const name = rows.find(({ id }) => id === rule.id)?.displayed_name ?? rule.rule_id
    return (
      <ContextPart>
        <p>{t('SRG requirements can’t satisfy each other.')}</p>
        {mayWrite && <ProposeForRequirement id={rule.id} name={name} />}
      </ContextPart>
    )
  }
  return (
    <ContextPart>
      <Satisfactions rule={rule} rows={rows} componentId={component.id} mayWrite={mayWrite} />
      <RelatedElsewhere ruleId={rule.id} isMember={component.effective_permissions !== null} />
    </ContextPart>
  )
}
