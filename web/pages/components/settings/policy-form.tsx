import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { POLICY_CODES, type PolicyCode } from '../../../../src/vocabulary.ts'
import type { Outputs } from '../../../api/client.ts'
import { Button } from '../../../kit/button.tsx'
import { Checkbox, Checkboxes } from '../../../kit/choice.tsx'
import { Actions, Form } from '../../../kit/form.tsx'
import { rich } from '../../../languages/rich.ts'
import { t } from '../../../languages/t.ts'
import { KINDS } from '../finding-kinds.ts'
import { createReadinessCountsQuery } from '../readiness-query.ts'
import { useSaveComponent, type Header } from './use-save-component.ts'
import styles from './policy-form.module.css'

type Policy = Outputs['components']['readiness']['policy']

/** Chooses the findings that block locking and the release of a component; for its admins. */
export function PolicyForm({ component }: { component: Header }) {
  const { data } = useQuery(createReadinessCountsQuery(component.id))
  if (!data) return <p className="muted">{t('Loading')}</p>
  return <Choices key={JSON.stringify(data.policy)} component={component} policy={data.policy} />
}

function Choices({ component, policy }: { component: Header; policy: Policy }) {
  const [lock, setLock] = useState<readonly string[]>(policy.lock)
  const [release, setRelease] = useState<readonly string[]>(policy.release)
  const save = useSaveComponent(component)
  const isFixed = component.released
  const selectChosen = (codes: readonly string[]): PolicyCode[] =>
    POLICY_CODES.filter((code) => codes.includes(code))
  const send = () =>
    save.mutate({ readiness_policy: { lock: selectChosen(lock), release: selectChosen(release) } })
  return (
    <Form label={t('Readiness policy')} wide error={save.error} onSend={send}>
      <p className="muted">
        {policy.is_default
          ? t('Default policy: findings block only locking all requirements at once')
          : t('Requirements with a checked finding can’t be locked or released')}
      </p>
      <div className={styles['policy']}>
        <Findings label={t('Blocks locking')} codes={lock} onChange={setLock} isDisabled={isFixed} />
        <Findings
          label={t('Blocks the release')}
          codes={release}
          onChange={setRelease}
          isDisabled={isFixed}
        />
      </div>
      <Actions>
        <Button type="submit" variant="primary" isDisabled={isFixed} isPending={save.isPending}>
          {t('Save policy')}
        </Button>
        <Button
          isDisabled={isFixed || policy.is_default}
          onPress={() => save.mutate({ readiness_policy: null })}
        >
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
