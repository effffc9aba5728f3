import { selectRows } from '../database.ts'
import type { ReadsByName } from '../reads.ts'
import { readAuditPage, readEntries } from '../rows/audits.ts'
import { FIGURES, toProgress, sumStatuses, sumMember } from '../rows/counts.ts'
import { pickColumns, formatTimes } from '../rows/format-times.ts'

/** Reads of projects. */
export const PROJECTS: ReadsByName = {
  'GET /api/audits': {
    scope: 'system admin',
    answer: ({ query }) =>
      readAuditPage(
        'trail',
        '(a.project_id = $1 or a.component_id in (select c.id from components c where c.project_id = $1))',
        query['project_id'],
      ),
  },
  'GET /api/projects': {
    scope: 'anyone',
    answer: async ({ session }) => {
      const known = `(p.visibility = 'discoverable' or exists (select from memberships m where m.project_id = p.id and m.user_id = $1))`
      const [projects, [counted]] = await Promise.all([
        selectRows(
          'projects',
          `select p.id, p.name, p.description, p.visibility, p.admin_name, p.admin_email, p.lock_version, p.created_at, p.updated_at,
            (select count(*)::int from memberships m where m.project_id = p.id) as memberships_count
           from projects p where ${known} order by p.name, p.id limit 25`,
          [session['user_id']],
        ),
        selectRows('projects counted', `select count(*)::int as total from projects p where ${known}`, [
          session['user_id'],
        ]),
      ])
      return {
        rows: projects.map(formatTimes),
        pagination: { page: 1, per_page: 25, total: counted?.['total'] },
      }
    },
  },
  'GET /api/projects/{id}/stats': {
    scope: 'project',
    answer: async ({ ids }) => {
      const components = await selectRows(
        'figures of project',
        `select c.id, c.name, c.prefix, c.document_type, n.* from components c, ${FIGURES}
         where c.project_id = $1 order by c.prefix collate "C", c.id`,
        ids,
      )
      const sumSeverity = (name: string) => sumMember(components, 'severity_counts', name)
      return {
        aggregate: {
          rules_by_status_by_type: {
            stig: sumStatuses('stig', components),
            srg: sumStatuses('srg', components),
          },
          rules_by_severity: {
            high: sumSeverity('high'),
            medium: sumSeverity('medium'),
            low: sumSeverity('low'),
          },
          ...toProgress(components),
        },
        components: components.map((component) => ({
          ...pickColumns(component, ['id', 'name', 'prefix', 'document_type']),
          ...toProgress([component]),
        })),
      }
    },
  },
  'GET /projects/{id}/histories': {
    scope: 'project',
    answer: ({ ids }) => readEntries('project', 'a.project_id = $1', 50, ids[0]),
  },
  'GET /projects/{projectId}/triage_response_templates': {
    scope: 'project',
    answer: async ({ ids }) => {
      const templates = await selectRows(
        'templates',
        `select id, name, body, created_by_id, created_at, lock_version from response_templates
         where project_id = $1 order by lower(name), id`,
        ids,
      )
      return { triage_response_templates: templates.map(formatTimes) }
    },
  },
}
