import { components } from './components.ts'
import { global } from './global.ts'
import { projects } from './projects.ts'
import { rules } from './rules.ts'

/** Search over everything the caller may see, and the old exact-match tools (rule C-68). */
export const search = { global, projects, components, rules }
