import { useQuery } from '@tanstack/react-query'
import { POLICY_CODES } from '../../../../src/vocabulary.ts'
import { queryClient } from '../../../api/client.ts'
import { Button } from '../../../kit/button.tsx'
import { Checkbox, Checkboxes } from '../../../kit/choice.tsx'
import { Actions, Form } from '../../../kit/form.tsx'
import { rich } from '../../../languages/rich.ts'
import { t } from '../../../languages/t.ts'
import { KINDS } from '../finding-kinds.ts'
import { createReadinessCountsQuery } from '../readiness-query.ts'
import { changePolicy, sortCodes, toDraft, toEntries, type Policy } from './policy-drafts.ts'
import type { Header } from './use-save-details.ts'
import { useSaveDraft } from './use-save-draft.ts'
import styles from './policy-form.module.css'

/** Chooses the findings that block locking and the release of a component; for its admins. */
export function PolicyForm({ component }: { component: Header }) {
  const { data } = useQuery(createReadinessCountsQuery(component.id))
  if (!data) return <p className="muted">{t('Loading')}</p>
  return <Choices component={component} policy={data.policy} />
}

function Choices({ component, policy }: { component: Header; policy: Policy }) {
  const { id } = component
  const open = () =>
    toDraft(queryClient.getQueryData(createReadinessCountsQuery(id).queryKey)?.policy ?? policy)
  const { draft, setDraft, changes, save, error, isPending } = useSaveDraft(component, open, toEntries)
  const isFixed = component.released
  return (
    <Form
      label={t('Readiness policy')}
      wide
      error={error}
      onSend={() => save({ readiness_policy: changePolicy(policy, changes) })}
    >
      <p className="muted">
        {policy.is_default
          ? t('Default policy: findings block only locking all requirements at once')
          : t('Requirements with a checked finding can’t be locked or released')}
      </p>
      <div className={styles['policy']}>
        <Findings
          label={t('Blocks locking')}
          codes={draft.lock}
          onChange={(lock) => setDraft({ ...draft, lock: sortCodes(lock) })}
          isDisabled={isFixed}
        />
        <Findings
          label={t('Blocks the release')}
          codes={draft.release}
          onChange={(release) => setDraft({ ...draft, release: sortCodes(release) })}
          isDisabled={isFixed}
        />
      </div>
      <Actions>
        <Button type="submit" variant="primary" isDisabled={isFixed} isPending={isPending}>
          {t('Save policy')}
        </Button>
        <Button isDisabled={isFixed || policy.is_default} onPress={() => save({ readiness_policy: null })}>
          {t('Use the default')}
        </Button>
      </Actions>
    </Form>
  )
}

function Findings({
  label,
  codes,
  onChange,
  isDisabled,
}: {
  label: string
  codes: readonly string[]
  onChange: (codes: readonly string[]) => void
  isDisabled: boolean
}) {
  return (
    <Checkboxes label={label} value={[...codes]} onChange={onChange} isDisabled={isDisabled}>
      {POLICY_CODES.map((code) => (
        <Checkbox key={code} value={code}>
          {rich('Requirements {label}', { label: KINDS[code]?.label ?? code })}
        </Checkbox>
      ))}
    </Checkboxes>
  )
}
