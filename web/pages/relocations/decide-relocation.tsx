import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, client, queryClient, type Outputs } from '../../api/client.ts'
import { toProblem, translateDetail } from '../../api/errors.ts'
import { ProblemBanner, BannerStrip } from '../../kit/banner-strip.tsx'
import { Button } from '../../kit/button.tsx'
import { Facts } from '../../kit/card.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { TextArea } from '../../kit/field.tsx'
import { Actions, Form, getFormValue } from '../../kit/form.tsx'
import { notify } from '../../kit/toast.tsx'
import { rich } from '../../languages/rich.ts'
import { t } from '../../languages/t.ts'
import { STATUS_STYLES } from '../authoring/labels.ts'
import { ComponentChoice } from './component-choice.tsx'
import { RelocatedTexts } from './relocated-texts.tsx'
import type { Relocation } from './relocation-state.ts'
import { reportClosed } from './report-closed.ts'

type Decision = 'accept' | 'decline'
type Preview = Outputs['relocations']['dryRun']

/** Accepts a proposal after a preview, or declines it with a rationale; both for one target component. */
export function DecideRelocation({
  relocation,
  decision,
  onClose,
}: {
  relocation: Relocation
  decision: Decision
  onClose: () => void
}) {
  const {
    id,
    source_displayed_name: name,
    target_component_id: targetId,
    target_project_id: projectId,
  } = relocation
  const [target, setTarget] = useState<number | null>(targetId)
  const settle = useSettlement(relocation, decision, onClose)
  const preview = usePreview(id, decision === 'accept' ? target : null)
  const isBlocked = decision === 'accept' && preview.data?.valid !== true
  return (
    <Dialog title={formatQuestion(decision, name)} isOpen urgent wide onClose={onClose}>
      <Form
        wide
        error={settle.error}
        onSend={(values) =>
          target !== null &&
          settle.mutate({
            componentId: target,
            componentName: preview.data?.target_component_name ?? '',
            rationale: getFormValue(values, 'adjudication_rationale'),
          })
        }
      >
        {targetId === null && (
          <ComponentChoice label={t('Target component')} fixedProjectId={projectId} onChoose={setTarget} />
        )}
        {preview.error && <ProblemBanner problem={toProblem(preview.error)} />}
        {preview.data && <PreviewFacts preview={preview.data} />}
        <RelocatedTexts relocation={relocation} withoutFacts={decision === 'accept'} />
        {decision === 'decline' && <Rationale />}
        <Actions>
          <Button
            type="submit"
            variant={decision === 'accept' ? 'primary' : 'danger'}
            isPending={settle.isPending}
            isDisabled={target === null || isBlocked}
          >
            {decision === 'accept' ? t('Move requirement') : t('Decline')}
          </Button>
          <Button onPress={onClose}>{t('Cancel')}</Button>
        </Actions>
      </Form>
    </Dialog>
  )
}

/** Checks whether a component can accept the requirement, again for each opening of the dialog. */
function usePreview(id: number, target: number | null) {
  return useQuery({
    queryKey: ['relocation-preview', id, target],
    queryFn: () => client.relocations.dryRun.mutate({ id, target_component_id: target ?? 0 }),
    enabled: target !== null,
    retry: false,
    staleTime: 0,
    gcTime: 0,
  })
}

function formatQuestion(decision: Decision, name: string): string {
  return decision === 'accept'
    ? t('Move {name}?', { name })
    : t('Decline the relocation of {name}?', { name })
}

function Rationale() {
  return (
    <TextArea
      label={t('Rationale')}
      name="adjudication_rationale"
      isRequired
      validationBehavior="aria"
      hint={t('The author of the proposal sees it')}
    />
  )
}

interface Settlement {
  componentId: number
  componentName: string
  rationale: string
}

/** Sends the decision for one target component. */
function useSettlement(relocation: Relocation, decision: Decision, onDone: () => void) {
  const { id, source_displayed_name: name } = relocation
  return useMutation({
    mutationFn: ({ componentId, rationale }: Settlement) => {
      const input = { id, target_component_id: componentId }
      return decision === 'accept'
        ? client.relocations.accept.mutate(input)
        : client.relocations.decline.mutate({
            ...input,
            requirement_relocation: { adjudication_rationale: rationale },
          })
    },
    onSuccess: (_, { componentName }) => {
      notify(
        decision === 'accept'
          ? t('{name} is now in {title}.', { name, title: componentName })
          : t('{name} stays where it is.', { name }),
      )
      onDone()
    },
    onError: (error) => reportClosed(error, name),
    onSettled: () => {
      void queryClient.invalidateQueries(api.inbox.pathFilter())
      if (decision === 'accept') {
        // The requirement is in another component, also in lists that no page shows now.
        for (const { pathFilter } of [api.rules, api.components, api.projects]) {
          void queryClient.invalidateQueries(pathFilter())
        }
      }
      return queryClient.invalidateQueries(api.relocations.pathFilter())
    },
  })
}

function PreviewFacts({ preview }: { preview: Preview }) {
  const { valid, errors, source_displayed_name: source, target_component_name: target } = preview
  const { title, status, rule_id: number } = preview.would_create
  if (!valid) {
    return (
      <BannerStrip variant="error">
        <p>{t('This component can’t accept the requirement:')}</p>
        <ul>
          {errors.map((error) => (
            <li key={error}>{translateDetail(error)}</li>
          ))}
        </ul>
      </BannerStrip>
    )
  }
  return (
    <>
      <Facts
        facts={[
          [t('New number'), t('{number} in {target}', { number, target })],
          [t('Title'), title ?? t('No title')],
          [t('Status'), STATUS_STYLES[status].label],
        ]}
      />
      <p className="small">
        {rich(
          '{source} is removed from its component. Until {target} is released, an admin of the component can restore it.',
          { source, target },
        )}
      </p>
    </>
  )
}
