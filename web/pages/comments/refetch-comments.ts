import { api, queryClient } from '../../api/client.ts'

/** Invalidates all queries that list, count or show comments. */
export async function refetchComments(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries(api.reviews.pathFilter()),
    queryClient.invalidateQueries(api.rules.pathFilter()),
    queryClient.invalidateQueries(api.components.pathFilter()),
  ])
}
