import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CommentPhase, DocumentType } from '../../../src/vocabulary.ts'
import { api, type Outputs } from '../../api/client.ts'
import { Empty } from '../../app/states.tsx'
import { Button } from '../../kit/button.tsx'
import { Radio, Radios } from '../../kit/choice.tsx'
import { Field } from '../../kit/field.tsx'
import { Actions, Form } from '../../kit/form.tsx'
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
export function NewComponentForm({ projectId, draft, onDraft }: { projectId: number } & DraftProps) {
  const { data: srgs } = useSuspenseQuery(api.srgs.list.queryOptions({}))
  const [kind, setKind] = useState<DocumentType>('stig')
  const [chosen, setChosen] = useState('')
  const { name } = draft
  const eligible = listEligibleGuides(srgs, kind)
  const guide = eligible.find((srg) => String(srg.id) === chosen) ?? eligible[0]
  const create = useCreateComponent(projectId)
  const send = () =>
    create.mutate({
      ...toNames(draft),
      title: draft.title.trim() || toDefaultTitle(name.trim(), kind),
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
        draft={draft}
        onDraft={onDraft}
      />
      <FormActions projectId={projectId} isPending={create.isPending} isDisabled={guide === undefined} />
    </Form>
  )
}

/** The form for an overlay: a new component with the texts of a released one, which stays linked to it. */
export function NewOverlayForm({
  projectId,
  released,
  draft,
  onDraft,
}: {
  projectId: number
  released: Outputs['projects']['show']['available_components']
} & DraftProps) {
  const [chosen, setChosen] = useState('')
  const base = released.find(({ id }) => String(id) === chosen) ?? released[0]
  const create = useCreateComponent(projectId)
  if (base === undefined) {
    return <Empty>{t('No released component of another project that you can read')}</Empty>
  }
  const send = () => {
    const title = draft.title.trim()
    create.mutate({ ...toNames(draft), component_id: base.id, ...(title === '' ? {} : { title }) })
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
        draft={draft}
        onDraft={onDraft}
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
function ComponentFields({ titleHint, draft, onDraft }: { titleHint: string } & DraftProps) {
  const toProps = (field: 'name' | 'title' | 'version' | 'release') =>
    ({
      name: field,
      value: draft[field],
      onChange: (value: string) => onDraft({ ...draft, [field]: value }),
      validationBehavior: 'aria',
    }) as const
  return (
    <>
      <Field label={t('Name')} {...toProps('name')} isRequired />
      <Field
        label={t('Prefix')}
        name="prefix"
        hint={t('Every requirement number starts with it, for example ABCD-01.')}
        value={toPrefix(draft)}
        onChange={(prefix) => onDraft({ ...draft, prefix })}
        maxLength={10}
        isRequired
        validationBehavior="aria"
      />
      <Field label={t('Title')} hint={titleHint} {...toProps('title')} />
      <TwoColumns>
        <Field label={t('Version')} type="number" {...toProps('version')} />
        <Field label={t('Release')} type="number" {...toProps('release')} />
      </TwoColumns>
      <Radios
        label={t('Start as')}
        value={draft.phase}
        onChange={(phase) => onDraft({ ...draft, phase: phase === 'open' ? 'open' : 'closed' })}
      >
        <Radio value="closed">{t('Draft')}</Radio>
        <Radio value="open">{t('Open for comment')}</Radio>
      </Radios>
    </>
  )
}

/** What the user typed for a new component, from a guide or as an overlay. */
export interface ComponentDraft {
  name: string
  /** Null until the user types it; it is proposed from the name. */
  prefix: string | null
  title: string
  version: string
  release: string
  phase: CommentPhase
}

export const EMPTY_DRAFT: ComponentDraft = {
  name: '',
  prefix: null,
  title: '',
  version: '1',
  release: '1',
  phase: 'closed',
}

interface DraftProps {
  draft: ComponentDraft
  onDraft: (draft: ComponentDraft) => void
}

const toPrefix = ({ prefix, name }: ComponentDraft) => prefix ?? proposePrefix(name)

function toNames(draft: ComponentDraft) {
  const { name, version, release, phase } = draft
  return {
    name,
    prefix: toPrefix(draft).trim(),
    version: parseNumber(version),
    release: parseNumber(release),
    comment_phase: phase,
  }
}
