import { useStigs } from './catalog.ts'
import { GuideReleases } from './guide-releases.tsx'
import { stigReleasesRoute } from './stig-releases.route.ts'

/** All releases of the line of one STIG, side by side. */
export default function StigReleasesPage() {
  const { id } = stigReleasesRoute.useParams()
  return <GuideReleases kind="stigs" catalog={useStigs()} id={id} />
}
