import { comments } from './comments.ts'
import { components } from './components.ts'
import { controls } from './controls.ts'
import { global } from './global.ts'
import { projects } from './projects.ts'
import { rules } from './rules.ts'

/** Search of everything that the caller can see, and the old exact-match lookups (rule C-68). */
export const search = { global, comments, controls, projects, components, rules }
