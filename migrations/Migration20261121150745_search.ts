import { Migration } from '@mikro-orm/migrations'

export class Migration20261121150745_search extends Migration {
  override name = 'Migration20261121150745_search'

  override up(): void | Promise<void> {
    this.addSql(
      `create index "rules_words" on "rules" using gin (to_tsvector('english', coalesce("title", '') || ' ' || coalesce("fixtext", '') || ' ' || coalesce("vendor_comments", '') || ' ' || coalesce("status_justification", '') || ' ' || coalesce("artifact_description", '')));`,
    )

    this.addSql(
      `create index "rule_checks_words" on "rule_checks" using gin (to_tsvector('english', coalesce("content", '')));`,
    )

    this.addSql(
      `create index "disa_descriptions_words" on "disa_descriptions" using gin (to_tsvector('english', coalesce("vuln_discussion", '') || ' ' || coalesce("mitigations", '')));`,
    )
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index "disa_descriptions_words";`)

    this.addSql(`drop index "rule_checks_words";`)

    this.addSql(`drop index "rules_words";`)
  }
}
