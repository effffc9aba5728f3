import { Migration } from '@mikro-orm/migrations'

const NAME = 'components_of_requirements_guides'

/** Few of all components are SRGs that are written here; made without holding up who writes. */
export class Migration20261126203528_requirements_guides extends Migration {
  override name = 'Migration20261126203528_requirements_guides'

  override isTransactional(): boolean {
    return false
  }

  override up(): void {
    // What was broken off before left an index that nothing reads.
    this.addSql(`drop index concurrently if exists "${NAME}"`)
    this.addSql(`create index concurrently "${NAME}" on "components" ("id") where document_type = 'srg'`)
  }

  override down(): void {
    this.addSql(`drop index concurrently if exists "${NAME}"`)
  }
}
