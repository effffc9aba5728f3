import type { Recipes } from './scene.ts'

/** Search, replacement and the audit trail. */
export const searchRecipes: Recipes = {
  'GET /api/search/global': () => ({ query: { q: 'requirement' } }),
  'GET /search/projects': ({ srg }) => ({ query: { q: srg.srgId } }),
  'GET /search/components': ({ srg }) => ({ query: { q: srg.srgId } }),
  'GET /search/rules': () => ({ query: { q: 'SRG-APP-000001' } }),
  'GET /rules/{ruleId}/search/related_rules': ({ rule }) => ({ params: { ruleId: rule.id } }),
  'POST /components/{id}/find_and_replace': ({ component }) => ({
    params: { id: component.id },
    body: { find: 'Requirement', replace: 'Rule' },
  }),
  'GET /api/audits': ({ project }) => ({ query: { project_id: project.id } }),
  'GET /api/audits/export/{type}': ({ project }) => ({
    params: { type: 'csv' },
    query: { project_id: project.id },
  }),
  'GET /rules/{ruleId}/histories': ({ rule }) => ({ params: { ruleId: rule.id } }),
}
