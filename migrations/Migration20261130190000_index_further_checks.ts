import { Migration } from '@mikro-orm/migrations'

/**
 * Deletes the search entries of rules with several checks and queues their guides, so that the search finds all checks.
 * The indexer adds the entries in the background.
 */
export class Migration20261130190000_index_further_checks extends Migration {
  override name = 'Migration20261130190000_index_further_checks'

  override up(): void {
    for (const kind of ['srg', 'stig']) {
      this.addSql(`delete from "${kind}_rule_search_index" where "${kind}_rule_id" in
        (select "id" from "${kind}_rules" where "further_checks" is not null)`)
      this.addSql(`insert into "search_reindex_queue" ("kind", "record_id", "transaction_id")
        select distinct '${kind}', "${kind}_id", pg_current_xact_id()::text::bigint from "${kind}_rules"
        where "further_checks" is not null and "${kind}_id" is not null on conflict do nothing`)
    }
  }

  /** The previous version reads the entries as they are. */
  override down(): void {
    // Nothing to revert.
  }
}
