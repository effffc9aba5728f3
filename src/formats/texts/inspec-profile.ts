import { type GuideWarning, GuideWarnings } from '../xccdf/warnings.ts'
import type { ControlFile } from './inspec-reader.ts'
import type { ArchivedFile, FileSelection } from './text-archive.ts'

/** The files of a profile, apart from its controls. Paths are inside of the profile. */
export interface InspecProfile {
  files: ArchivedFile[]
  /** Ruby files with the source around their controls. */
  around: ControlFile[]
}

/** Maximum files of a stored profile. */
export const MAX_PROFILE_FILES = 1_000
export const MAX_PROFILE_FILE = 2 * 1024 * 1024
export const MAX_PROFILE_BYTES = 20 * 1024 * 1024
export const MAX_PROFILE_PATH = 500
/** Files of version control, operating systems, or earlier exports. */
const UNWANTED = /(^|\/)(\.git|__MACOSX)\/|(^|\/)(\.DS_Store|Thumbs\.db|\._[^/]*)$/

/** Collects the files of a profile, within its limits. */
export class ProfileFiles {
  readonly #archive: string
  readonly #warnings = new GuideWarnings()

  constructor(archive: string) {
    this.#archive = archive
  }

  createSelection(): FileSelection {
    return {
      accepts: (path) => !UNWANTED.test(path),
      longest: MAX_PROFILE_FILE,
      tooLong: (path) => this.#leaveOut(path, `It has more than ${MAX_PROFILE_FILE / 1024 / 1024} MiB.`),
    }
  }

  /** Returns the profile in these files; null without an `inspec.yml`, which every profile has. */
  createProfile(files: readonly ArchivedFile[], around: readonly ControlFile[]): InspecProfile | null {
    const [description] = files
      .flatMap(({ path }) => (/(^|\/)inspec\.yml$/.test(path) ? path : []))
      .toSorted((a, b) => a.split('/').length - b.split('/').length)
    if (description === undefined) return null
    const root = description.slice(0, -'inspec.yml'.length)
    const selectInside = <T extends { path: string }>(all: readonly T[]): T[] =>
      all.flatMap((item) => {
        if (item.path.startsWith(root)) return [{ ...item, path: item.path.slice(root.length) }]
        this.#leaveOut(item.path, 'It is outside the profile.')
        return []
      })
    const profileFiles = selectInside(files).filter(({ path }) => path !== 'WARNINGS.txt')
    return { files: this.#bounded(profileFiles), around: selectInside(around) }
  }

  listWarnings(): { list: GuideWarning[]; count: number } {
    return { list: this.#warnings.list, count: this.#warnings.count }
  }

  #bounded(files: readonly ArchivedFile[]): ArchivedFile[] {
    let [count, bytes] = [0, 0]
    return files.filter((file) => {
      const isWithin =
        count < MAX_PROFILE_FILES &&
        bytes + file.bytes.byteLength <= MAX_PROFILE_BYTES &&
        file.path.length <= MAX_PROFILE_PATH
      if (isWithin) {
        count += 1
        bytes += file.bytes.byteLength
      } else {
        this.#leaveOut(
          file.path,
          `A profile may have ${MAX_PROFILE_FILES} files with 20 MiB next to its controls.`,
        )
      }
      return isWithin
    })
  }

  #leaveOut(path: string, reason: string): void {
    this.#warnings.add({ file: this.#archive, line: null, what: `File ${path}`, why: reason })
  }
}
