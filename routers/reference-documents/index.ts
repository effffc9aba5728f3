import { list, uploadDocument } from './collection.ts'
import { remove } from './record.ts'

/** The CCI list and the catalog of controls, uploaded by system administrators (rule C-98). */
export const referenceDocuments = { list, upload: uploadDocument, remove }
