import { Button } from '../../kit/button.tsx'
import { Link } from '../../kit/link.tsx'
import { rich } from '../../languages/rich.ts'
import { t } from '../../languages/t.ts'
import type { Project } from './inbox.ts'
import type { FirstStep, useSampleGuide } from './use-first-steps.ts'

/** The action of a setup step: a link to its page, or a button. */
export function FirstStepAction({
  step,
  first,
  hasGuide,
  sample,
  onOpen,
}: {
  step: FirstStep
  first: Project | undefined
  hasGuide: boolean
  sample: ReturnType<typeof useSampleGuide>
  onOpen: (dialog: 'project' | 'person') => void
}) {
  switch (step) {
    case 'password':
      return (
        <Link to="/users/edit/password" variant="secondary">
          {t('Change the password')}
        </Link>
      )
    case 'registration':
      return (
        <Link to="/administration/settings" search={{ q: 'REGISTRATION' }} variant="secondary">
          {t('See the setting')}
        </Link>
      )
    case 'guide':
      return <GuideActions sample={sample} />
    case 'project':
      return <Button onPress={() => onOpen('project')}>{t('New project')}</Button>
    case 'people':
      return <PeopleActions first={first} onAdd={() => onOpen('person')} />
    case 'component':
      return first && hasGuide ? (
        <Link to="/projects/$id/components/new" params={{ id: first.id }} variant="secondary">
          {t('New component')}
        </Link>
      ) : null
  }
}

function GuideActions({ sample }: { sample: ReturnType<typeof useSampleGuide> }) {
  return (
    <>
      <Button isPending={sample.isPending} onPress={() => sample.mutate()}>
        {t('Use the sample')}
      </Button>
      <Link to="/srgs" variant="secondary">
        {t('Upload a guide')}
      </Link>
    </>
  )
}

function PeopleActions({ first, onAdd }: { first: Project | undefined; onAdd: () => void }) {
  return (
    <>
      <Button onPress={onAdd}>{t('Add a person')}</Button>
      {first && (
        <Link to="/projects/$id/members" params={{ id: first.id }} variant="secondary">
          {rich('Members of {name}', { name: first.name })}
        </Link>
      )}
    </>
  )
}
