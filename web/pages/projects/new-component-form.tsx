import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { DocumentType } from '../../../src/vocabulary.ts'
import { api, type Outputs } from '../../api/client.ts'
import { Empty } from '../../app/states.tsx'
import { Button } from '../../kit/button.tsx'
import { Radio, Radios } from '../../kit/choice.tsx'
import { Field } from '../../kit/field.tsx'
import { Actions, Form, getFormValue } from '../../kit/form.tsx'
import { Link } from '../../kit/link.tsx'
import { Select } from '../../kit/select.tsx'
import { TwoColumns } from '../../kit/two-columns.tsx'
import { t } from '../../languages/t.ts'
import { formatRevision } from '../components/phase.ts'
import { toDefaultTitle } from './default-title.ts'
import { listEligibleGuides, GuideChoice } from './guide-choice.tsx'
import { proposePrefix } from './proposed-prefix.ts'
import { parseNumber, useCreateComponent } from './use-create-component.ts'

/** The form for a new component from a guide: guide, name and start. */
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
      ...readNames(values, name),
      title: getFormValue(values, 'title').trim() || toDefaultTitle(name.trim(), kind),
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
      <ComponentFields
        titleHint={t('The title on the cover. If empty: {title}', {
          title: toDefaultTitle(name.trim() || t('the name and'), kind),
        })}
        name={name}
        onName={setName}
      />
      <FormActions projectId={projectId} isPending={create.isPending} isDisabled={guide === undefined} />
    </Form>
  )
}

/** The form for an overlay: a new component with the texts of a released one, which stays linked to it. */
export function NewOverlayForm({
  projectId,
  released,
}: {
  projectId: number
  released: Outputs['projects']['show']['available_components']
}) {
  const [chosen, setChosen] = useState('')
  const [name, setName] = useState('')
  const base = released.find(({ id }) => String(id) === chosen) ?? released[0]
  const create = useCreateComponent(projectId)
  if (base === undefined) {
    return <Empty>{t('No released component of another project that you can read')}</Empty>
  }
  const send = (values: FormData) => {
    const title = getFormValue(values, 'title').trim()
    create.mutate({ ...readNames(values, name), component_id: base.id, ...(title === '' ? {} : { title }) })
  }
  return (
    <Form error={create.error} onSend={send}>
      <Select
        label={t('Overlay of')}
        options={released.map((item) => ({
          value: String(item.id),
          label: [item.name, formatRevision(item), `(${item.prefix})`].filter(Boolean).join(' '),
        }))}
        value={String(base.id)}
        onChange={setChosen}
      />
      <p className="muted small">
        {t(
          'An overlay starts with all requirements of a released component and stays linked to it. The released component does not change.',
        )}
      </p>
      <ComponentFields
        titleHint={t('The title on the cover. If empty: that of the released component')}
        name={name}
        onName={setName}
      />
      <FormActions projectId={projectId} isPending={create.isPending} />
    </Form>
  )
}

function FormActions({
  projectId,
  isPending,
  isDisabled = false,
}: {
  projectId: number
  isPending: boolean
  isDisabled?: boolean
}) {
  return (
    <Actions>
      <Button type="submit" variant="primary" isPending={isPending} isDisabled={isDisabled}>
        {t('Create component')}
      </Button>
      <Link to="/projects/$id" params={{ id: projectId }} variant="secondary">
        {t('Cancel')}
      </Link>
    </Actions>
  )
}

/** Name, prefix, title, version and the phase that a new component starts in. */
function ComponentFields({
  titleHint,
  name,
  onName,
}: {
  titleHint: string
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
      <Field label={t('Title')} name="title" hint={titleHint} validationBehavior="aria" />
      <TwoColumns>
        <Field label={t('Version')} name="version" type="number" defaultValue="1" validationBehavior="aria" />
        <Field label={t('Release')} name="release" type="number" defaultValue="1" validationBehavior="aria" />
      </TwoColumns>
      <Radios label={t('Start as')} name="begins" defaultValue="draft">
        <Radio value="draft">{t('Draft')}</Radio>
        <Radio value="open">{t('Open for comment')}</Radio>
      </Radios>
    </>
  )
}

function readNames(values: FormData, name: string) {
  return {
    name,
    prefix: getFormValue(values, 'prefix').trim(),
    version: parseNumber(getFormValue(values, 'version')),
    release: parseNumber(getFormValue(values, 'release')),
    comment_phase: getFormValue(values, 'begins') === 'open' ? ('open' as const) : ('closed' as const),
  }
}
