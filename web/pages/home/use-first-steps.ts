import { useMutation, useQuery } from '@tanstack/react-query'
import { api, queryClient } from '../../api/client.ts'
import { uploadFile } from '../../api/upload.ts'
import { notify } from '../../kit/toast.tsx'
import { t } from '../../languages/t.ts'
import { passwordChosen } from '../account/password-chosen.ts'
import type { Project } from './inbox.ts'

const SAMPLE = 'U_Harbor_Gateway_SRG_V1R2_Manual-xccdf.xml'
const SAMPLE_URL = new URL('../../../sample/U_Harbor_Gateway_SRG_V1R2_Manual-xccdf.xml', import.meta.url)

export type FirstStep = 'password' | 'registration' | 'guide' | 'project' | 'people' | 'component'

/** Which first steps there are and which of them are done; null until that is known. */
export function useFirstSteps(
  person: { id: number; provider: string | null },
  projects: readonly Project[],
): ReadonlyMap<FirstStep, boolean> | null {
  const [first] = projects
  const settings = useQuery(api.system.settings.queryOptions())
  const guides = useQuery(api.srgs.list.queryOptions({ per_page: 1, page: 1 }))
  const project = useQuery({
    ...api.projects.show.queryOptions({ id: first?.id ?? 0 }),
    enabled: first !== undefined,
  })
  if (guides.data === undefined || (first !== undefined && project.data === undefined)) return null
  const components = project.data?.components ?? []
  return new Map<FirstStep, boolean>([
    ['password', person.provider !== null || passwordChosen(person.id)],
    ...(settings.data?.user_registration.enabled ? [['registration', false] as const] : []),
    ['guide', guides.data.length > 0],
    ['project', first !== undefined],
    ['people', projects.some(({ memberships_count: count }) => count > 1)],
    ['component', components.length > 0],
  ])
}

/** Puts the sample guide into the catalog. */
export function useSampleGuide() {
  return useMutation({
    mutationFn: async () => {
      const text = await (await fetch(SAMPLE_URL)).blob()
      return uploadFile('/srgs', [new File([text], SAMPLE, { type: 'text/xml' })], () => undefined)
    },
    onSuccess: () => notify(t('The sample guide is in the catalog.')),
    onSettled: () => queryClient.invalidateQueries(api.srgs.pathFilter()),
  })
}
