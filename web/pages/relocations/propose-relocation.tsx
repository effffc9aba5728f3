import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { roleAtLeast } from '../../../src/vocabulary.ts'
import { api, client, queryClient } from '../../api/client.ts'
import { BannerStrip } from '../../kit/banner-strip.tsx'
import { Button } from '../../kit/button.tsx'
import { ComboBox } from '../../kit/combo-box.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { Actions, Form } from '../../kit/form.tsx'
import { Select } from '../../kit/select.tsx'
import { notify } from '../../kit/toast.tsx'
import { t } from '../../languages/t.ts'
import { ComponentChoice } from './component-choice.tsx'

const MAX_CHOICES = 50

/** Proposes to move one requirement of an SRG component to another technology; without a given one, it is chosen. */
export function ProposeRelocation({
  requirement,
  onClose,
}: {
  requirement?: { id: number; name: string }
  onClose: () => void
}) {
  const [ruleId, setRuleId] = useState(requirement?.id ?? null)
  const [token, setToken] = useState('')
  const [projectId, setProjectId] = useState<number | null>(null)
  const propose = useProposal(onClose)
  return (
    <Dialog
      title={
        requirement ? t('Propose relocation of {name}', { name: requirement.name }) : t('Propose relocation')
      }
      isOpen
      onClose={onClose}
    >
      <Form
        error={propose.error}
        onSend={() =>
          ruleId !== null && propose.mutate({ ruleId, token: token.trim().toUpperCase(), projectId })
        }
      >
        {!requirement && <SourceChoice onChoose={setRuleId} />}
        <TechnologyChoice token={token} onChange={setToken} />
        <ReceiverChoice projectId={projectId} onChange={setProjectId} />
        <Actions>
          <Button
            type="submit"
            variant="primary"
            isPending={propose.isPending}
            isDisabled={ruleId === null || token.trim() === ''}
          >
            {t('Propose')}
          </Button>
          <Button onPress={onClose}>{t('Cancel')}</Button>
        </Actions>
      </Form>
    </Dialog>
  )
}

/** Chooses a requirement of a component that the user may write. */
function SourceChoice({ onChoose }: { onChoose: (ruleId: number | null) => void }) {
  const [componentId, setComponentId] = useState<number | null>(null)
  const source = useQuery(
    api.components.header.queryOptions({ id: componentId ?? 0 }, { enabled: componentId !== null }),
  ).data
  const isReader = source !== undefined && !roleAtLeast(source.effective_permissions, 'author')
  return (
    <>
      <ComponentChoice
        label={t('Source component')}
        onChoose={(id) => {
          setComponentId(id)
          onChoose(null)
        }}
      />
      {isReader && (
        <BannerStrip variant="info">
          {t('Only authors of the component can propose relocations.')}
        </BannerStrip>
      )}
      {componentId !== null && !isReader && (
        <RequirementChoice key={componentId} componentId={componentId} onChoose={onChoose} />
      )}
    </>
  )
}

interface Proposal {
  ruleId: number
  token: string
  projectId: number | null
}

function useProposal(onDone: () => void) {
  return useMutation({
    mutationFn: ({ ruleId, token, projectId }: Proposal) =>
      client.relocations.propose.mutate({
        ruleId,
        requirement_relocation: { target_technology_token: token, target_project_id: projectId },
      }),
    onSuccess: async ({ relocation: { source_displayed_name: name } }) => {
      notify(t('{name} is proposed for relocation.', { name }))
      onDone()
      await queryClient.invalidateQueries(api.relocations.pathFilter())
    },
  })
}

/** Technologies of visible components are suggested; a hidden or future one is typed. */
function TechnologyChoice({ token, onChange }: { token: string; onChange: (token: string) => void }) {
  const [query, setQuery] = useState('')
  const { data: destinations = [] } = useQuery(api.relocations.destinations.queryOptions({}))
  const all = destinations.map(({ token: id, name }) => ({ id, label: `${id} (${name})` }))
  const label = query.trim().toLowerCase()
  return (
    <ComboBox
      label={t('Move to technology')}
      items={all.filter((item) => item.label.toLowerCase().includes(label))}
      query={query}
      onQuery={(typed) => {
        setQuery(typed)
        onChange(all.find((item) => item.label === typed)?.id ?? typed)
      }}
      chosen={all.some(({ id }) => id === token) ? token : null}
      onChoose={({ id, label: name }) => {
        setQuery(name)
        onChange(id)
      }}
      nothing={t('No visible component has this technology')}
    />
  )
}

const ANY = ''

/** The project whose authors see the proposal and decide on it. */
function ReceiverChoice({
  projectId,
  onChange,
}: {
  projectId: number | null
  onChange: (id: number | null) => void
}) {
  const { data: projects = [] } = useQuery(api.projects.list.queryOptions({}))
  return (
    <div>
      <Select
        label={t('Receiving project')}
        options={[
          { value: ANY, label: t('None') },
          ...projects.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        value={String(projectId ?? ANY)}
        onChange={(value) => onChange(value === ANY ? null : Number(value))}
      />
      <p className="muted small">
        {projectId === null
          ? t('Only an author of both components can accept. Choose a project to ask its authors.')
          : t('The project’s authors see the proposal. The requirement stays where it is until one accepts.')}
      </p>
    </div>
  )
}

function RequirementChoice({
  componentId,
  onChoose,
}: {
  componentId: number
  onChoose: (id: number | null) => void
}) {
  const [query, setQuery] = useState('')
  const [chosen, setChosen] = useState<number | null>(null)
  const { data } = useQuery(api.rules.picker.queryOptions({ componentId }))
  const label = query.trim().toLowerCase()
  const items = (data?.rules ?? [])
    .map(({ id, displayed_name: name, title }) => ({ id, label: `${name} ${title ?? ''}`.trim() }))
    .filter((item) => item.label.toLowerCase().includes(label))
    .slice(0, MAX_CHOICES)
  const choose = (id: number | null) => {
    setChosen(id)
    onChoose(id)
  }
  return (
    <ComboBox
      label={t('Requirement')}
      items={items}
      query={query}
      onQuery={(typed) => {
        setQuery(typed)
        if (chosen !== null && items.find(({ id }) => id === chosen)?.label !== typed) choose(null)
      }}
      chosen={chosen}
      onChoose={({ id, label: name }) => {
        choose(id)
        setQuery(name)
      }}
      nothing={t('No matching requirements')}
    />
  )
}
