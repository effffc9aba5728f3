import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { roleAtLeast } from '../../../src/vocabulary.ts'
import { api, client, queryClient } from '../../api/client.ts'
import { PageTitle } from '../../app/page-title.tsx'
import { Missing } from '../../app/states.tsx'
import { Button } from '../../kit/button.tsx'
import { Field } from '../../kit/field.tsx'
import { Actions, Form, valueOf } from '../../kit/form.tsx'
import { Strip } from '../../kit/strip.tsx'
import { notify } from '../../kit/toast.tsx'
import { Block } from '../home/block.tsx'
import { ComponentFrame, titleOf } from './component-frame.tsx'
import styles from './components.module.css'
import { DeleteComponent } from './delete-component.tsx'
import { componentSettingsRoute } from './settings.route.ts'

/** What a component is called and numbered; and its end. A released one stays as it is. */
export default function ComponentSettingsPage() {
  const { id } = componentSettingsRoute.useParams()
  const { data: summary } = useSuspenseQuery(api.components.summary.queryOptions({ id }))
  const [deleting, setDeleting] = useState(false)
  const save = useMutation({
    mutationFn: (values: FormData) =>
      client.components.update.mutate({
        id,
        expected_lock_version: summary.lock_version,
        component: {
          name: valueOf(values, 'name'),
          prefix: valueOf(values, 'prefix').trim(),
          title: valueOf(values, 'title'),
          version: numberOf(valueOf(values, 'version')),
          release: numberOf(valueOf(values, 'release')),
        },
      }),
    onSuccess: ({ toast, component }) => {
      queryClient.setQueryData(api.components.summary.queryKey({ id }), component)
      notify(toast.message.join(' '))
    },
    onSettled: () => queryClient.invalidateQueries(api.components.pathFilter()),
  })
  if (!roleAtLeast(summary.effective_permissions, 'author')) return <Missing />
  const fixed = summary.released
  return (
    <ComponentFrame id={id}>
      <div className={styles['page']}>
        <PageTitle title="Settings" trail={[titleOf(summary)]} />
        {fixed && <Strip look="info">This component is released: what it is called stays.</Strip>}
        <Form error={save.error} onSend={(values) => save.mutate(values)}>
          {(['name', 'prefix', 'title'] as const).map((name) => (
            <Field
              key={name}
              label={LABELS[name]}
              name={name}
              defaultValue={summary[name]}
              isDisabled={fixed}
              isRequired
              validationBehavior="aria"
            />
          ))}
          <div className={styles['pair']}>
            {(['version', 'release'] as const).map((name) => (
              <Field
                key={name}
                label={LABELS[name]}
                name={name}
                type="number"
                defaultValue={String(summary[name] ?? '')}
                isDisabled={fixed}
                validationBehavior="aria"
              />
            ))}
          </div>
          <Actions>
            <Button type="submit" look="first" isDisabled={fixed} isPending={save.isPending}>
              Save
            </Button>
          </Actions>
        </Form>
        {summary.effective_permissions === 'admin' && (
          <div className={styles['end']}>
            <Block title="Delete the component">
              <p className={styles['note']}>
                {fixed
                  ? 'It is released: only a system administrator deletes it.'
                  : 'Its requirements and comments go with it. This cannot be taken back.'}
              </p>
              <Button look="danger" onPress={() => setDeleting(true)}>
                Delete the component
              </Button>
            </Block>
          </div>
        )}
        {deleting && <DeleteComponent summary={summary} onClose={() => setDeleting(false)} />}
      </div>
    </ComponentFrame>
  )
}

const LABELS = {
  name: 'Name',
  prefix: 'Prefix',
  title: 'Title',
  version: 'Version',
  release: 'Release',
} as const

function numberOf(text: string): number | null {
  return text.trim() === '' ? null : Number(text)
}
