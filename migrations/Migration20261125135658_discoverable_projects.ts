import { Migration } from '@mikro-orm/migrations'

const NAME = 'projects_discoverable'

/** Made without holding up who changes projects. */
export class Migration20261125135658_discoverable_projects extends Migration {
  override name = 'Migration20261125135658_discoverable_projects'

  override isTransactional(): boolean {
    return false
  }

  override up(): void {
    // What was broken off before left an index that nothing reads.
    this.addSql(`drop index concurrently if exists "${NAME}"`)
    this.addSql(`create index concurrently "${NAME}" on "projects" ("id") where visibility = 'discoverable'`)
  }

  override down(): void {
    this.addSql(`drop index concurrently if exists "${NAME}"`)
  }
}
