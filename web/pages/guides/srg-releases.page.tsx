import { useSrgs } from './catalog.ts'
import { GuideReleases } from './guide-releases.tsx'
import { srgReleasesRoute } from './srg-releases.route.ts'

/** All releases of the line of one SRG, side by side. */
export default function SrgReleasesPage() {
  const { id } = srgReleasesRoute.useParams()
  return <GuideReleases kind="srgs" catalog={useSrgs()} id={id} />
}
