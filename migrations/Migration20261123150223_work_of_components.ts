import { Migration } from '@mikro-orm/migrations'

const TOP_LEVEL = `action = 'comment' and responding_to_review_id is null`

/** Made without holding up who writes comments; on 10,000,000 of them that takes minutes. */
const INDEXES = {
  reviews_component_decided: `("component_id", "triage_set_at") include ("project_id", "rule_id") where ${TOP_LEVEL} and triage_set_at is not null`,
  reviews_component_closed: `("component_id", "adjudicated_at") include ("project_id", "rule_id") where ${TOP_LEVEL} and adjudicated_at is not null`,
  reviews_component_work: `("component_id", "assignee_id", "due_on") include ("project_id", "rule_id") where ${TOP_LEVEL} and adjudicated_at is null and assignee_id is not null`,
}

export class Migration20261123150223_work_of_components extends Migration {
  override name = 'Migration20261123150223_work_of_components'

  override isTransactional(): boolean {
    return false
  }

  override up(): void {
    for (const [name, columns] of Object.entries(INDEXES)) {
      // What was broken off before left an index that nothing reads.
      this.addSql(`drop index concurrently if exists "${name}"`)
      this.addSql(`create index concurrently "${name}" on "reviews" ${columns}`)
    }
  }

  override down(): void {
    for (const name of Object.keys(INDEXES)) this.addSql(`drop index concurrently if exists "${name}"`)
  }
}
