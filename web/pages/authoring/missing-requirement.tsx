import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { roleAtLeast } from '../../../src/vocabulary.ts'
import { api, type Outputs } from '../../api/client.ts'
import type { openDrafts } from '../../api/drafts.ts'
import { PageTitle } from '../../app/page-title.tsx'
import { Inline } from '../../kit/inline.tsx'
import { Link } from '../../kit/link.tsx'
import { PageContent } from '../../kit/page-content.tsx'
import { Stack } from '../../kit/stack.tsx'
import { rich } from '../../languages/rich.ts'
import { t } from '../../languages/t.ts'
import { UnsavedTexts, type LabeledText } from '../comments/unsaved-texts.tsx'
import { formatTitle } from '../components/component-frame.tsx'
import type { Component } from './editor/component.ts'
import { formatField } from './fields.ts'
import { findRowByName } from './requirements.ts'
import { parseStoredDraft } from './rule-editor.ts'
import { toDraftId } from './unsaved.ts'

type DeletedRule = Outputs['rules']['deleted']['rules'][number]

/** Shows that the component lacks a requirement, who deleted it, and the user's unsaved texts. */
export function MissingRequirement({ component, name }: { component: Component; name: string }) {
  const { id, effective_permissions: role } = component
  const mayList = roleAtLeast(role, 'author')
  const { data } = useQuery({
    ...api.rules.deleted.queryOptions({ componentId: id }),
    enabled: mayList,
  })
  const rule = data && findRowByName(data.rules, name)
  return (
    <PageContent>
      <PageTitle title={t('Requirement not found')} parents={[formatTitle(component)]} />
      <Stack>
        <p>{explain(name, rule)}</p>
        <Inline>
          <Link to="/components/$id/edit" params={{ id }} variant="primary">
            {t('Requirements')}
          </Link>
          {mayList && (
            <Link to="/components/$id/deleted" params={{ id }} variant="secondary">
              {t('Deleted requirements')}
            </Link>
          )}
        </Inline>
        {rule && (
          <UnsavedTexts
            subject={['requirement', rule.id]}
            read={(drafts) => readUnsavedTexts(drafts, rule.id)}
          />
        )}
      </Stack>
    </PageContent>
  )
}

function explain(name: string, rule: DeletedRule | undefined): ReactNode {
  if (rule === undefined) {
    return rich('{name} isn’t in this component. It may have been deleted or moved.', { name })
  }
  const { displayed_name, moved, deleted_by } = rule
  if (moved) return rich('{name} was moved to another component.', { name: displayed_name })
  return rich('{person} deleted {name}. A project admin can restore it.', {
    name: displayed_name,
    person: <bdi key="person">{deleted_by ?? t('Deleted account')}</bdi>,
  })
}

/** The unsaved texts of a requirement, by field. */
async function readUnsavedTexts(
  drafts: ReturnType<typeof openDrafts>,
  ruleId: number,
): Promise<LabeledText[]> {
  const draft = await drafts.read(toDraftId(ruleId))
  const texts = Object.entries(parseStoredDraft(draft?.text ?? '')?.mine ?? {})
  return texts.map(([field, text]) => ({ label: formatField(field), text }))
}
