import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api, client, queryClient } from '../../api/client.ts'
import { PageTitle } from '../../app/page-title.tsx'
import { Empty, Missing } from '../../app/states.tsx'
import { Button } from '../../kit/button.tsx'
import { Radio, Radios } from '../../kit/choice.tsx'
import { Field } from '../../kit/field.tsx'
import { Actions, Form, valueOf } from '../../kit/form.tsx'
import { Link } from '../../kit/link.tsx'
import { Select } from '../../kit/select.tsx'
import { notify } from '../../kit/toast.tsx'
import { newComponentRoute } from './new-component.route.ts'
import { proposedPrefix } from './proposed-prefix.ts'
import { ProjectFrame, runs } from './project-frame.tsx'
import styles from './projects.module.css'

/** A component from a guide of the catalog: a STIG from any SRG, an SRG from a core SRG. */
export default function NewComponentPage() {
  const { id } = newComponentRoute.useParams()
  const navigate = useNavigate()
  const { data: project } = useSuspenseQuery(api.projects.show.queryOptions({ id }))
  const { data: srgs } = useSuspenseQuery(api.srgs.list.queryOptions({}))
  const [kind, setKind] = useState<'stig' | 'srg'>('stig')
  const [chosen, setChosen] = useState('')
  const [name, setName] = useState('')
  const [prefix, setPrefix] = useState<string | null>(null)
  const eligible = srgs.filter(({ core }) => core === (kind === 'srg')).sort(newestFirst)
  const guide = eligible.find((srg) => String(srg.id) === chosen) ?? eligible[0]
  const create = useMutation({
    mutationFn: (values: FormData) =>
      client.components.create.mutate({
        projectId: id,
        component: {
          name,
          prefix: valueOf(values, 'prefix').trim(),
          title: valueOf(values, 'title').trim() || `${name} ${kind.toUpperCase()}`,
          version: numberOf(valueOf(values, 'version')),
          release: numberOf(valueOf(values, 'release')),
          document_type: kind,
          ...(guide ? { security_requirements_guide_id: guide.id } : {}),
          comment_phase: valueOf(values, 'begins') === 'open' ? 'open' : 'closed',
        },
      }),
    onSuccess: async ({ toast, component }) => {
      notify(toast.message.join(' '))
      void queryClient.invalidateQueries(api.projects.pathFilter())
      await navigate({ to: '/components/$id', params: { id: component.id } })
    },
  })
  if (!runs(project)) return <Missing />
  return (
    <ProjectFrame id={id}>
      <div className={styles['page']}>
        <PageTitle title="New component" trail={[project.name]} />
        <Form error={create.error} onSend={(values) => create.mutate(values)}>
          <Radios
            label="Document type"
            value={kind}
            onChange={(value) => setKind(value === 'srg' ? 'srg' : 'stig')}
          >
            <Radio value="stig">STIG: for a product</Radio>
            <Radio value="srg">SRG: for a technology</Radio>
          </Radios>
          {guide ? (
            <Select
              label="From the guide"
              options={eligible.map((srg) => ({
                value: String(srg.id),
                words: `${srg.title} ${srg.version}${srg.is_latest ? '' : ' (older)'}`,
              }))}
              value={String(guide.id)}
              onChange={setChosen}
            />
          ) : (
            <Empty action={<Link to="/srgs">See the guides</Link>}>
              {kind === 'srg'
                ? 'An SRG is made from a core SRG, and the catalog has none yet.'
                : 'The catalog has no SRG yet to make a STIG from. A system administrator uploads one.'}
            </Empty>
          )}
          <Field
            label="Name"
            name="name"
            value={name}
            onChange={setName}
            isRequired
            validationBehavior="aria"
          />
          <Field
            label="Prefix"
            name="prefix"
            hint="Begins the number of each requirement, such as ABCD-01."
            value={prefix ?? proposedPrefix(name)}
            onChange={setPrefix}
            maxLength={10}
            isRequired
            validationBehavior="aria"
          />
          <Field
            label="Title"
            name="title"
            hint={`As on the cover; else ${name.trim() || 'its name'} ${kind.toUpperCase()}.`}
            validationBehavior="aria"
          />
          <div className={styles['pair']}>
            <Field label="Version" name="version" type="number" defaultValue="1" validationBehavior="aria" />
            <Field label="Release" name="release" type="number" defaultValue="1" validationBehavior="aria" />
          </div>
          <Radios label="Start as" name="begins" defaultValue="draft">
            <Radio value="draft">Draft</Radio>
            <Radio value="open">Open for comment</Radio>
          </Radios>
          <Actions>
            <Button type="submit" look="first" isPending={create.isPending} isDisabled={guide === undefined}>
              Create component
            </Button>
            <Link to="/projects/$id" params={{ id }} look="button">
              Cancel
            </Link>
          </Actions>
        </Form>
      </div>
    </ProjectFrame>
  )
}

interface GuideOption {
  is_latest: boolean
  title: string
}

function newestFirst(a: GuideOption, b: GuideOption): number {
  return Number(b.is_latest) - Number(a.is_latest) || a.title.localeCompare(b.title)
}

/** A number as it was typed; what is none is left to the service, which says so at the field. */
function numberOf(text: string): number | null {
  return text.trim() === '' ? null : Number(text)
}
