import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Role } from '../../../src/vocabulary.ts'
import { api, client, queryClient, type Outputs } from '../../api/client.ts'
import { formatProblem, toProblem } from '../../api/errors.ts'
import { runAfterPaint } from '../../app/after-paint.ts'
import { toSearchable } from '../../app/search.ts'
import { useDebouncedValue } from '../../app/use-debounced-value.ts'
import { Button } from '../../kit/button.tsx'
import { ComboBox } from '../../kit/combo-box.tsx'
import { Form } from '../../kit/form.tsx'
import { Select } from '../../kit/select.tsx'
import { notify } from '../../kit/toast.tsx'
import { t } from '../../languages/t.ts'
import type { Project } from './project-frame.tsx'
import { describeRole, ROLE_OPTIONS } from './roles.ts'
import styles from './add-member.module.css'

const MIN_QUERY_LENGTH = 2
const MAX_QUERY_LENGTH = 255

type Person = Outputs['users']['search']['users'][number]

/** Finds a user by name or email and gives them a role. */
export function AddMember({ project: { id } }: { project: Project }) {
  const [query, setQuery] = useState('')
  const [person, setPerson] = useState<Person | null>(null)
  const [role, setRole] = useState<Role>('viewer')
  const typed = toSearchable(query.trim(), MAX_QUERY_LENGTH)
  const term = useDebouncedValue(typed, 150)
  const target = { membership_type: 'Project', membership_id: id } as const
  const searchQuery = useQuery(
    api.users.search.queryOptions(
      { ...target, q: term },
      { enabled: term.length >= MIN_QUERY_LENGTH && person === null },
    ),
  )
  const fields = useRef<HTMLDivElement>(null)
  const add = useMutation({
    mutationFn: (user: Person) =>
      client.memberships.create.mutate({ membership: { ...target, user_id: user.id, role } }),
    onSuccess: (_, { name }) => {
      notify(describeRole(name, role))
      setPerson(null)
      setQuery('')
      // The button that had the focus is disabled now.
      runAfterPaint(() => {
        if (document.activeElement === document.body) fields.current?.querySelector('input')?.focus()
      })
    },
    onSettled: () => queryClient.invalidateQueries(api.projects.pathFilter()),
  })
  const changeText = (label: string) => {
    setQuery(label)
    if (person !== null && label !== formatPerson(person)) setPerson(null)
  }
  const choose = (chosen: Person | undefined) => {
    if (chosen === undefined) return
    setPerson(chosen)
    setQuery(formatPerson(chosen))
  }
  const people = person !== null ? [person] : query.trim() === '' ? [] : (searchQuery.data?.users ?? [])
  return (
    <Form wide label={t('Add a member')} error={add.error} onSend={() => person && add.mutate(person)}>
      <div ref={fields} className={styles['add']}>
        <ComboBox
          label={t('Person')}
          items={people.map((item) => ({ id: item.id, label: formatPerson(item) }))}
          query={query}
          onQuery={changeText}
          chosen={person?.id ?? null}
          onChoose={({ id: chosen }) => choose(people.find((item) => item.id === chosen))}
          nothing={formatNoResults(typed, searchQuery.error, searchQuery.isFetching || typed !== term)}
        />
        <Select label={t('Role')} options={ROLE_OPTIONS} value={role} onChange={setRole} />
        <Button type="submit" icon="plus" isDisabled={person === null} isPending={add.isPending}>
          {t('Add')}
        </Button>
      </div>
    </Form>
  )
}

function formatPerson({ name, email }: Person): string {
  return `${name} (${email})`
}

/** Returns the text of the empty list. */
function formatNoResults(typed: string, error: unknown, isSearching: boolean): string {
  if (typed.length < MIN_QUERY_LENGTH) return t('Type at least two letters of a name or email')
  if (error) return formatProblem(toProblem(error))
  return isSearching ? t('Searching') : t('No matching people')
}
