import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { DocumentType } from '../../../src/vocabulary.ts'
import { api } from '../../api/client.ts'
import { Button } from '../../kit/button.tsx'
import { Radio, Radios } from '../../kit/choice.tsx'
import { Field } from '../../kit/field.tsx'
import { Actions, Form, getFormValue } from '../../kit/form.tsx'
import { Link } from '../../kit/link.tsx'
import { t } from '../../languages/t.ts'
import { listEligibleGuides, GuideChoice } from './guide-choice.tsx'
import { proposePrefix } from './proposed-prefix.ts'
import { parseNumber, useCreateComponent } from './use-create-component.ts'
import styles from './new-component-form.module.css'

/** The form for a new component: guide, name and start. */
export function NewComponentForm({ projectId }: { projectId: number }) {
  const { data: srgs } = useSuspenseQuery(api.srgs.list.queryOptions({}))
  const [kind, setKind] = useState<DocumentType>('stig')
  const [chosen, setChosen] = useState('')
  const [name, setName] = useState('')
  const eligible = listEligibleGuides(srgs, kind)
  const guide = eligible.find((srg) => String(srg.id) === chosen) ?? eligible[0]
  const create = useCreateComponent(projectId)
  const send = (values: FormData) =>
    create.mutate({
      ...readNames(values, name, kind),
      document_type: kind,
      ...(guide ? { security_requirements_guide_id: guide.id } : {}),
    })
  return (
    <Form error={create.error} onSend={send}>
      <Radios
        label={t('Document type')}
        value={kind}
        onChange={(value) => setKind(value === 'srg' ? 'srg' : 'stig')}
      >
        <Radio value="stig">{t('STIG: for a product')}</Radio>
        <Radio value="srg">{t('SRG: for a technology')}</Radio>
      </Radios>
      <GuideChoice kind={kind} eligible={eligible} guide={guide} onChoose={setChosen} />
      <ComponentFields kind={kind} name={name} onName={setName} />
      <Actions>
        <Button type="submit" variant="primary" isPending={create.isPending} isDisabled={guide === undefined}>
          {t('Create component')}
        </Button>
        <Link to="/projects/$id" params={{ id: projectId }} variant="secondary">
          {t('Cancel')}
        </Link>
      </Actions>
    </Form>
  )
}

/** Name, prefix, title, version and the phase that a new component starts in. */
function ComponentFields({
  kind,
  name,
  onName,
}: {
  kind: DocumentType
  name: string
  onName: (name: string) => void
}) {
  const [prefix, setPrefix] = useState<string | null>(null)
  return (
    <>
      <Field
        label={t('Name')}
        name="name"
        value={name}
        onChange={onName}
        isRequired
        validationBehavior="aria"
      />
      <Field
        label={t('Prefix')}
        name="prefix"
        hint={t('Every requirement number starts with it, for example ABCD-01.')}
        value={prefix ?? proposePrefix(name)}
        onChange={setPrefix}
        maxLength={10}
        isRequired
        validationBehavior="aria"
      />
      <Field
        label={t('Title')}
        name="title"
        hint={t('The title on the cover. If empty: {name} {kind}', {
          name: name.trim() || t('its name'),
          kind: kind.toUpperCase(),
        })}
        validationBehavior="aria"
      />
      <div className={styles['pair']}>
        <Field label={t('Version')} name="version" type="number" defaultValue="1" validationBehavior="aria" />
        <Field label={t('Release')} name="release" type="number" defaultValue="1" validationBehavior="aria" />
      </div>
      <Radios label={t('Start as')} name="begins" defaultValue="draft">
        <Radio value="draft">{t('Draft')}</Radio>
        <Radio value="open">{t('Open for comment')}</Radio>
      </Radios>
    </>
  )
}

function readNames(values: FormData, name: string, kind: DocumentType) {
  return {
    name,
    prefix: getFormValue(values, 'prefix').trim(),
    title: getFormValue(values, 'title').trim() || `${name} ${kind.toUpperCase()}`,
    version: parseNumber(getFormValue(values, 'version')),
    release: parseNumber(getFormValue(values, 'release')),
    comment_phase: getFormValue(values, 'begins') === 'open' ? ('open' as const) : ('closed' as const),
  }
}
