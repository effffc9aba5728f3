import { api, queryClient } from '../../api/client.ts'

/** Reads again whatever lists, counts or shows comments, where it is on the screen. */
export async function refetchComments(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries(api.reviews.pathFilter()),
    queryClient.invalidateQueries(api.rules.pathFilter()),
    queryClient.invalidateQueries(api.components.pathFilter()),
  ])
}
