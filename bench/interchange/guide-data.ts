import { existsSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { z } from 'zod'
import { streamPublishedSrg } from '../../src/formats/xccdf-writer.ts'
import { createComponent } from '../authoring/authoring-bench.ts'
import type { InterchangeBench } from './interchange-bench.ts'

/** An SRG file with 203 rules; a generated SRG of the same size if it is missing. */
const GUIDE = process.env['BENCH_GUIDE'] ?? '/nowhere'
const RULES = 203

export interface GuideData {
  srg: number
  guide: { name: string; content: Uint8Array<ArrayBuffer> }
}

/** Uploads the guide. */
export async function uploadGuideData(bench: InterchangeBench): Promise<GuideData> {
  const content = existsSync(GUIDE) ? Uint8Array.from(readFileSync(GUIDE)) : generateGuide()
  const form = new FormData()
  form.set('file', new File([content], 'g-xccdf.xml'))
  const answer = await bench.app.request('/srgs', { method: 'POST', headers: bench.headers, body: form })
  const { srg } = z.object({ srg: z.object({ id: z.number() }) }).parse(await answer.json())
  return { srg: srg.id, guide: { name: 'g-xccdf.xml', content } }
}

/** Creates components of the guide in a new project; each requirement is configurable with its own texts and a comment. */
export async function createProject(
  bench: InterchangeBench,
  srg: number,
  components: number,
): Promise<number[]> {
  const { id: project } = await bench.db
    .insertInto('projects')
    .values({ name: `Bench ${components}` })
    .returning('id')
    .executeTakeFirstOrThrow()
  const ids = []
  for (let index = 0; index < components; index += 1) {
    ids.push(await createComponent({ ...bench, project }, srg))
  }
  const among = sql`rules.component_id = any (${ids}::integer[])`
  await sql`update rules set status = 'Applicable - Configurable', fixtext = id || fixtext, vendor_comments = 'A comment ' || id
    where ${among}`.execute(bench.db)
  await sql`update rule_checks set content = rule_id || content where rule_id in (select id from rules where ${among})`.execute(
    bench.db,
  )
  await sql`insert into reviews (project_id, component_id, rule_id, commentable_type, action, comment, triage_status)
    select c.project_id, c.id, rules.id, 'BaseRule', 'comment', repeat('I wonder. ', 40), 'pending'
    from rules join components c on c.id = rules.component_id where ${among}`.execute(bench.db)
  await sql`analyze`.execute(bench.db)
  return [project, ...ids]
}

function generateGuide(): Uint8Array<ArrayBuffer> {
  const rules = Array.from({ length: RULES }, (_, index) => ({
    displayedName: `SRG-${index}`,
    coreVersion: null,
    version: `SRG-OS-${String(index + 1).padStart(6, '0')}-GPOS-00001`,
    title: `The operating system must do this and not that, and say so, number ${index}.`,
    severity: 'medium' as const,
    weight: '10.0',
    ident: 'CCI-000366',
    identSystem: null,
    fixtext: 'Configure the operating system to do this. '.repeat(4),
    check: 'Verify that the operating system does this. If it does not, this is a finding. '.repeat(3),
    parts: { VulnDiscussion: 'It matters because otherwise somebody could do that. '.repeat(25) },
  }))
  const header = {
    id: 'Bench_SRG',
    title: 'Bench',
    description: null,
    version: 1,
    release: 1,
    date: new Date(),
    draft: true,
  }
  return Uint8Array.from(Buffer.from(streamPublishedSrg({ ...header, rules })))
}
