import { sql } from 'kysely'
import { z } from 'zod'
import type { Actor } from '../../../src/audit/actor.ts'
import type { Queries } from '../../../src/database/database.ts'
import { validationError } from '../../../src/errors.ts'
import { CCI_CONTROLS, findIdents } from '../../../src/formats/cci.ts'
import { parseControlName } from '../../../src/formats/reference/control-name.ts'
import { isReadableComponent } from '../../components/read/visible-components.ts'
import { mapCcis } from './cci-mapping.ts'

const Control = z.object({
  control: z.string().meta({ description: 'The control, such as AC-2 (1).' }),
  title: z.string().nullable().meta({ description: 'Its title; null without an uploaded catalog.' }),
  family: z.string().meta({ description: 'Its family, such as AC.' }),
  ccis: z.array(z.string()).meta({ description: 'The CCIs of the control that the service knows.' }),
  covered_ccis: z.int().meta({ description: 'Those of its CCIs that a requirement has.' }),
  requirements: z.int().meta({ description: 'Requirements with one of its CCIs.' }),
  determined: z.int().meta({ description: 'Those with a status.' }),
  locked: z.int(),
  component_ids: z.array(z.int()).meta({ description: 'Components of these requirements.' }),
})

const Family = z.object({
  family: z.string().meta({ description: 'The family, such as AC.' }),
  requirements: z.int().meta({ description: 'Requirements with a CCI of the family, each counted once.' }),
  determined: z.int().meta({ description: 'Those with a status.' }),
  locked: z.int(),
})

/** Every control with the implementing requirements that the caller can read. */
export const ControlCoverage = z
  .object({
    controls: z.array(Control),
    families: z.array(Family).meta({
      description:
        'The families of the controls, in order. A requirement with several of them counts in each.',
    }),
    without_control: z.int().meta({ description: 'Requirements without a CCI of a known control.' }),
  })
  .meta({ id: 'ControlCoverage' })
type ControlCoverage = z.infer<typeof ControlCoverage>
type Control = z.infer<typeof Control>
type Family = z.infer<typeof Family>

interface IdentCount {
  ident: string | null
  requirements: number
  determined: number
  locked: number
  component_ids: number[]
}

/** Scope of the count: everything that the caller can read, or one project or component. */
export interface CoverageScope {
  componentId?: number | undefined
  projectId?: number | undefined
}

/**
 * Counts requirements per control, in control order; a requirement counts once for each control and each family of its
 * CCIs. CCIs that only the uploaded list knows add controls. Throws 422 for a component or project that the caller can't
 * read.
 */
export async function readControlCoverage(
  db: Queries,
  actor: Actor,
  scope: CoverageScope,
): Promise<ControlCoverage> {
  const rows = await countIdents(db, actor, scope)
  const covered = new Set(rows.flatMap(({ ident }) => findIdents(ident)))
  const mapping = await mapCcis(db, [...covered])
  const listed = [...mapping].filter(([, { source }]) => source === 'cci_list')
  const controls = createEmptyControls([
    ...CCI_CONTROLS,
    ...listed.map(([cci, { control }]) => [cci, control] as const),
  ])
  const families = createEmptyFamilies(controls.values())
  const componentIds = new Map([...controls.values()].map((control) => [control, new Set<number>()]))
  let withoutControl = 0
  for (const row of rows) {
    const names = findIdents(row.ident).flatMap((cci) => mapping.get(cci)?.control ?? [])
    if (names.length === 0) withoutControl += row.requirements
    const named = [...new Set(names)].flatMap((name) => controls.get(name) ?? [])
    for (const control of named) {
      addCount(control, row)
      const components = componentIds.get(control)
      for (const id of row.component_ids) components?.add(id)
    }
    for (const family of new Set(named.map((control) => control.family))) addCount(families.get(family), row)
  }
  for (const [control, components] of componentIds) {
    control.component_ids = [...components].sort((a, b) => a - b)
    control.covered_ccis = control.ccis.filter((cci) => covered.has(cci)).length
  }
  await addTitles(db, [...controls.values()])
  return {
    controls: [...controls.values()],
    families: [...families.values()],
    without_control: withoutControl,
  }
}

function addCount(group: Omit<Family, 'family'> | undefined, row: IdentCount): void {
  if (!group) return
  group.requirements += row.requirements
  group.determined += row.determined
  group.locked += row.locked
}

function createEmptyFamilies(controls: Iterable<Control>): Map<string, Family> {
  const names = new Set([...controls].map(({ family }) => family))
  return new Map([...names].map((family) => [family, { family, requirements: 0, determined: 0, locked: 0 }]))
}

/** Adds the titles of the uploaded catalog; an item of a control has the title of the control. */
async function addTitles(db: Queries, controls: Control[]): Promise<void> {
  const rows = await db.selectFrom('control_texts').select(['control', 'title']).execute()
  const titles = new Map(rows.map(({ control, title }) => [control, title]))
  if (titles.size === 0) return
  for (const control of controls) {
    control.title = titles.get(parseControlName(control.control)?.base ?? '') ?? null
  }
}

async function countIdents(db: Queries, actor: Actor, scope: CoverageScope): Promise<IdentCount[]> {
  const { componentId, projectId } = scope
  const components = db
    .selectFrom('components as c')
    .where(isReadableComponent(actor))
    .$if(componentId !== undefined, (query) => query.where('c.id', '=', componentId ?? 0))
    .$if(projectId !== undefined, (query) => query.where('c.project_id', '=', projectId ?? 0))
  await assertReadable(components.select('c.id').limit(1).executeTakeFirst(), scope)
  return components
    .innerJoin('rules as r', (join) =>
      join.onRef('r.component_id', '=', 'c.id').on('r.deleted_at', 'is', null),
    )
    .select([
      'r.ident',
      sql<number>`count(*)::integer`.as('requirements'),
      sql<number>`(count(*) filter (where r.status <> 'Not Yet Determined'))::integer`.as('determined'),
      sql<number>`(count(*) filter (where r.locked))::integer`.as('locked'),
      sql<number[]>`array_agg(distinct c.id)`.as('component_ids'),
    ])
    .groupBy('r.ident')
    .execute()
}

async function assertReadable(
  firstComponent: Promise<{ id: number } | undefined>,
  { componentId, projectId }: CoverageScope,
): Promise<void> {
  if (componentId === undefined && projectId === undefined) return
  if (await firstComponent) return
  const noun = componentId === undefined ? 'project' : 'component'
  throw validationError('validation', `${noun}_id`, `There is no such ${noun} that you can read.`)
}

/** Sorts AC-2 (2) before AC-2 (11), and AC-2 before AC-10. */
const CONTROL_ORDER = new Intl.Collator('en', { numeric: true })

function createEmptyControls(
  mapping: readonly (readonly [cci: string, control: string])[],
): Map<string, Control> {
  const ccis = Map.groupBy(mapping, ([, control]) => control)
  const inOrder = [...ccis].sort(([one], [other]) => CONTROL_ORDER.compare(one, other))
  return new Map(
    inOrder.map(([control, pairs]) => [
      control,
      {
        control,
        title: null,
        family: control.slice(0, 2),
        ccis: pairs.map(([cci]) => cci),
        covered_ccis: 0,
        requirements: 0,
        determined: 0,
        locked: 0,
        component_ids: [],
      },
    ]),
  )
}
