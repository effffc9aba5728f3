import { uploadGuides } from './collection.ts'

/** Guides of both kinds (rule C-93). */
export const guides = { upload: uploadGuides }
