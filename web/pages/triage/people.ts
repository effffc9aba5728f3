import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../../api/client.ts'

/** A person in a project, and whether they may decide on comments. */
export interface Person {
  id: number
  name: string
  triages: boolean
}

const NO_PEOPLE: readonly Person[] = []

/** Lists the people of a project by name, without duplicates; empty if the caller may not see them. */
export function usePeople(projectId: number): readonly Person[] {
  const project = useQuery(api.projects.show.queryOptions({ id: projectId }))
  const memberships = project.data?.memberships
  return useMemo(() => {
    if (!memberships) return NO_PEOPLE
    const people = new Map<number, Person>()
    for (const { user_id: id, name, role } of memberships) {
      const triages = role !== 'viewer' || (people.get(id)?.triages ?? false)
      people.set(id, { id, name, triages })
    }
    return [...people.values()].sort((a, b) => a.name.localeCompare(b.name))
  }, [memberships])
}

/** Whether the people of a project are loaded: until then an assignee choice would be empty. */
export function useArePeopleLoaded(projectId: number): boolean {
  return !useQuery(api.projects.show.queryOptions({ id: projectId })).isPending
}

/** Returns the name of a person by id; null if they are unknown. */
export function findName(people: readonly Person[], id: number | null): string | null {
  return people.find((person) => person.id === id)?.name ?? null
}
