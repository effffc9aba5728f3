import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, client, queryClient } from '../../api/client.ts'
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
  const [componentId, setComponentId] = useState<number | null>(null)
  const [ruleId, setRuleId] = useState(requirement?.id ?? null)
  const [token, setToken] = useState('')
  const propose = useProposal(onClose)
  return (
    <Dialog
      title={
        requirement ? t('Propose relocation of {name}', { name: requirement.name }) : t('Propose relocation')
      }
      isOpen
      onClose={onClose}
    >
      <Form error={propose.error} onSend={() => ruleId !== null && propose.mutate({ ruleId, token })}>
        {!requirement && (
          <ComponentChoice
            label={t('Source component')}
            onChoose={(id) => {
              setComponentId(id)
              setRuleId(null)
            }}
          />
        )}
        {componentId !== null && (
          <RequirementChoice key={componentId} componentId={componentId} onChoose={setRuleId} />
        )}
        <TechnologyChoice token={token} onChange={setToken} />
        <p className="muted small">
          {t('The requirement stays where it is until an author of a component of that technology accepts.')}
        </p>
        <Actions>
          <Button
            type="submit"
            variant="primary"
            isPending={propose.isPending}
            isDisabled={ruleId === null || token === ''}
          >
            {t('Propose')}
          </Button>
          <Button onPress={onClose}>{t('Cancel')}</Button>
        </Actions>
      </Form>
    </Dialog>
  )
}

function useProposal(onDone: () => void) {
  return useMutation({
    mutationFn: ({ ruleId, token }: { ruleId: number; token: string }) =>
      client.relocations.propose.mutate({
        ruleId,
        requirement_relocation: { target_technology_token: token },
      }),
    onSuccess: async ({ relocation: { source_displayed_name: name } }) => {
      notify(t('{name} is proposed for relocation.', { name }))
      onDone()
      await queryClient.invalidateQueries(api.relocations.pathFilter())
    },
  })
}

function TechnologyChoice({ token, onChange }: { token: string; onChange: (token: string) => void }) {
  const { data: destinations } = useQuery(api.relocations.destinations.queryOptions({}))
  const options = (destinations ?? []).map((item) => ({
    value: item.token,
    label: `${item.token} (${item.name})`,
  }))
  return (
    <Select
      label={t('Move to technology')}
      placeholder={t('Choose a technology')}
      options={options}
      value={token}
      onChange={onChange}
    />
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
