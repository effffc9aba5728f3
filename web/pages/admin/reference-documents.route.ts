import { definePage } from '../../app/page.tsx'

/** The CCI list and the catalog of controls that the service shows. */
export const referenceDocumentsRoute = definePage({
  path: '/administration/reference_documents',
  load: ({ api }) => [api.referenceDocuments.list.queryOptions()],
  view: () => import('./reference-documents.page.tsx'),
})
