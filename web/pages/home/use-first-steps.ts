import { useMutation, useQuery } from '@tanstack/react-query'
import { api, queryClient } from '../../api/client.ts'
import { uploadFile } from '../../api/upload.ts'
import { notify } from '../../kit/toast.tsx'
import { t } from '../../languages/t.ts'
import type { Project } from './inbox.ts'

const SAMPLE = 'U_Harbor_Gateway_SRG_V1R2_Manual-xccdf.xml'
const SAMPLE_URL = new URL('../../../sample/U_Harbor_Gateway_SRG_V1R2_Manual-xccdf.xml', import.meta.url)

export type FirstStep = 'password' | 'registration' | 'guide' | 'project' | 'people' | 'component'

/** When these steps are done, the setup is complete. */
const NEEDED: readonly FirstStep[] = ['guide', 'project', 'component', 'people']

/**
 * The setup steps and whether each is done; null while loading, for users who are not administrators, and for a service
 * with several projects unless `always` is set.
 */
export function useFirstSteps(
  person: { admin: boolean; provider: string | null },
  projects: readonly Project[],
  always = false,
): ReadonlyMap<FirstStep, boolean> | null {
  const enabled = person.admin && (always || projects.length <= 1)
  const [first] = projects
  const settings = useQuery(api.system.settings.queryOptions())
  const guides = useQuery({ ...api.srgs.list.queryOptions({ per_page: 1, page: 1 }), enabled })
  const identities = useQuery({ ...api.identities.mine.queryOptions(), enabled })
  const project = useQuery({
    ...api.projects.show.queryOptions({ id: first?.id ?? 0 }),
    enabled: enabled && first !== undefined,
  })
  if (!enabled || guides.isPending || identities.isPending) return null
  if (first !== undefined && project.isPending) return null
  const components = project.data?.components ?? []
  return new Map<FirstStep, boolean>([
    ['password', person.provider !== null || identities.data?.password_changed === true],
    ...(settings.data?.user_registration.enabled ? [['registration', false] as const] : []),
    ['guide', (guides.data ?? []).length > 0],
    ['project', first !== undefined],
    ['people', projects.some(({ memberships_count: count }) => count > 1)],
    ['component', components.length > 0],
  ])
}

/** Whether the setup is incomplete, so that "My work" shows the checklist. */
export function isSetUpOpen(
  steps: ReadonlyMap<FirstStep, boolean> | null,
  projects: readonly Project[],
): boolean {
  return steps !== null && projects.length <= 1 && !NEEDED.every((step) => steps.get(step))
}

/** Adds the sample guide to the catalog. */
export function useSampleGuide() {
  return useMutation({
    mutationFn: async () => {
      const text = await (await fetch(SAMPLE_URL)).blob()
      return uploadFile('/srgs', [new File([text], SAMPLE, { type: 'text/xml' })], () => undefined)
    },
    onSuccess: () => notify(t('The sample guide is in the catalog.')),
    // Also lists that no page shows now: the next step starts with the new guide.
    onSettled: () => queryClient.invalidateQueries({ ...api.srgs.pathFilter(), refetchType: 'all' }),
  })
}
