import { sql } from 'kysely'
import type { Queries } from '../../../src/database/database.ts'
import {
  checksAfterFirst,
  firstCheck,
  firstDisaDescription,
} from '../../../src/database/fragments/first-parts.ts'
import { INHERITED_TEXTS } from '../../../src/database/satisfiers.ts'
import { notFoundError } from '../../../src/errors.ts'
import { type Check, formatAllChecks } from '../../../src/formats/checks/check-text.ts'
import { splitBySize } from '../../../src/lib/yield-to-event-loop.ts'
import { slicePage, type OptionalPage } from '../../../src/procedures/lists/optional-paging.ts'
import { streamObject, type ListChunks } from '../../../src/procedures/lists/stream-list.ts'
import type { RequestContext } from '../../../src/request-context.ts'
import type { ComponentBrief } from './component-rows.schema.ts'
import { selectComponentBriefs } from './component-rows.ts'
import type { ChangeEntry, ComparedRule, HistoryEntry, RevisionChanges } from './revision-history.schema.ts'

/** Maximum size of requirements in memory, in bytes. */
const BATCH_BYTES = 2_000_000
const ENTRY_BYTES = 1_000

/**
 * Streams milestones and differences, in version order, of the components with exactly this name (rule C-42). n
 * components have 2n-1 entries; the page is selected before texts are compared.
 */
export async function readRevisionHistory(
  ctx: Pick<RequestContext, 'startStream'> & { db: Queries },
  projectId: number,
  name: string,
  page: OptionalPage,
): Promise<HistoryEntry[]> {
  const components: ComponentBrief[] = await selectComponentBriefs(ctx.db)
    .where('c.project_id', '=', projectId)
    .where('c.name', '=', name)
    .where('c.version', 'is not', null)
    .where('c.release', 'is not', null)
    .orderBy('c.version')
    .orderBy('c.release')
    .orderBy('c.id')
    .execute()
  const all = components.flatMap((component, index): RevisionRequest[] => {
    const base = components[index - 1]
    return base ? [{ base, diff: component }, { component }] : [{ component }]
  })
  return streamObject<HistoryEntry[]>(ctx, streamBatches(ctx.db, slicePage(all, page)), {
    open: '[',
    close: ']',
    empty: [],
    toWhole: (rows) => JSON.parse(`[${rows}]`),
  })
}

/** Streams the changed requirements of two components in batches; throws 404 if either is deleted. */
export async function readRevisionChanges(
  ctx: Pick<RequestContext, 'startStream'> & { db: Queries },
  baseId: number,
  diffId: number,
): Promise<RevisionChanges> {
  const briefs: ComponentBrief[] = await selectComponentBriefs(ctx.db)
    .where('c.id', 'in', [baseId, diffId])
    .execute()
  const base = briefs.find(({ id }) => id === baseId)
  const diff = briefs.find(({ id }) => id === diffId)
  if (!base || !diff) throw notFoundError()
  return streamObject<RevisionChanges>(ctx, streamBatches(ctx.db, [{ base, diff }]), {
    open: '',
    close: '',
    empty: { base_component: base, diff_component: diff, changes: {} },
    toWhole: (rows) => JSON.parse(rows),
  })
}

interface Pair {
  base: ComponentBrief
  diff: ComponentBrief
}
type RevisionRequest = { component: ComponentBrief } | Pair

/** An element of the streamed JSON array: an entry, or a changed requirement with its surrounding JSON. */
interface Item {
  open: string
  changed?: ChangedRule
  close: string
}

async function* streamBatches(db: Queries, requests: RevisionRequest[]): ListChunks {
  const pairs = requests.flatMap((entry) => ('base' in entry ? [entry] : []))
  const changes = Map.groupBy(await listChangedRules(db, pairs), ({ pair_index }) => pair_index)
  let pairIndex = 0
  const items = requests.flatMap((entry): Item[] => {
    if (!('base' in entry)) return [{ open: JSON.stringify(entry), close: '' }]
    pairIndex += 1
    const { base, diff } = entry
    const open = JSON.stringify({ base_component: base, diff_component: diff, changes: {} }).slice(0, -2)
    const rules = changes.get(pairIndex) ?? []
    if (rules.length === 0) return [{ open, close: '}}' }]
    return rules.map((changed, index) => ({
      open: index === 0 ? open : '',
      changed,
      close: index === rules.length - 1 ? '}}' : '',
    }))
  })
  const parts = splitBySize(items, ({ changed }) => ENTRY_BYTES + (changed?.bytes ?? 0), BATCH_BYTES)
  for (const [index, part] of parts.entries()) {
    const texts = await readComparedRules(
      db,
      part.flatMap(({ changed }) => changed ?? []),
    )
    const rows = part.map(
      ({ open, changed, close }) => open + (changed ? toMember(changed, texts) : '') + close,
    )
    yield { rows: rows.join(','), last: index === parts.length - 1 }
  }
  if (parts.length === 0) yield { rows: '', last: true }
}

function toMember({ number, base_id, diff_id }: ChangedRule, texts: Map<string, ComparedRule>): string {
  const [base, diff] = [texts.get(`${base_id} ${number}`), texts.get(`${diff_id} ${number}`)]
  const change = base && diff ? 'updated' : base ? 'removed' : 'added'
  return `${JSON.stringify(number)}:${JSON.stringify({ change, base, diff } satisfies ChangeEntry)}`
}

/** A requirement that differs between two releases. */
interface ChangedRule {
  /** Index of the pair, starting at 1. */
  pair_index: number
  number: string
  base_id: number
  diff_id: number
  bytes: number
}

const COMPARED = sql`rules r ${INHERITED_TEXTS}
  cross join lateral (select r.title,
    ${firstDisaDescription('r.id', sql`d.vuln_discussion`)} as vuln_discussion,
    ${firstCheck('f.id', sql`k.content`)} as check, ${checksAfterFirst('f.id')} as further_checks,
    f.fixtext as fix) t`

/** Lists changed requirements of each pair by number; the database compares the texts. */
async function listChangedRules(db: Queries, pairs: Pair[]): Promise<ChangedRule[]> {
  if (pairs.length === 0) return []
  const [bases, diffs] = [pairs.map(({ base }) => base.id), pairs.map(({ diff }) => diff.id)]
  const { rows } = await sql<ChangedRule>`
    with pairs as (select * from unnest(${sql.val(bases)}::integer[], ${sql.val(diffs)}::integer[])
        with ordinality p (base_id, diff_id, pair_index)),
    texts as materialized (
      select r.component_id, r.rule_id, md5(t::text) as digest, octet_length(t::text) as bytes from ${COMPARED}
      where r.component_id = any (${sql.val([...new Set([...bases, ...diffs])])}::integer[]) and r.deleted_at is null),
    before as (select p.pair_index, t.* from pairs p join texts t on t.component_id = p.base_id),
    after as (select p.pair_index, t.* from pairs p join texts t on t.component_id = p.diff_id)
    select pair_index::integer, rule_id as number, p.base_id, p.diff_id,
      (coalesce(b.bytes, 0) + coalesce(a.bytes, 0))::integer as bytes
    from before b full join after a using (pair_index, rule_id) join pairs p using (pair_index)
    where b.digest is distinct from a.digest order by pair_index, rule_id`.execute(db)
  return rows
}

/** Reads the texts of requirements in both releases, by release id and number. */
async function readComparedRules(db: Queries, changed: ChangedRule[]): Promise<Map<string, ComparedRule>> {
  if (changed.length === 0) return new Map()
  const ids = changed.flatMap(({ base_id, diff_id }) => [base_id, diff_id])
  const numbers = changed.flatMap(({ number }) => [number, number])
  const { rows } = await sql<StoredRule>`
    select r.component_id, r.rule_id, t.title, t.vuln_discussion, t.check, t.further_checks, t.fix from ${COMPARED}
    where (r.component_id, r.rule_id) in
        (select * from unnest(${sql.val(ids)}::integer[], ${sql.val(numbers)}::text[])) and r.deleted_at is null`.execute(
    db,
  )
  return new Map(rows.map((rule) => [`${rule.component_id} ${rule.rule_id}`, toComparedRule(rule)]))
}

interface StoredRule extends ComparedRule {
  component_id: number
  further_checks: Check[] | null
}

/** Joins all checks to one text, as exports do. */
function toComparedRule(rule: StoredRule): ComparedRule {
  const { rule_id, title, vuln_discussion, further_checks: further, fix } = rule
  const check = further === null ? rule.check : formatAllChecks(rule.check, further)
  return { rule_id, title, vuln_discussion, check, fix }
}
