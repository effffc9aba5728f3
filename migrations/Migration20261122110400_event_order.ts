import { Migration } from '@mikro-orm/migrations'

/**
 * Events are ordered by their ids. Whoever inserts some holds, until the end of its transaction, a shared advisory
 * lock that names the last id given before: readers stop there. Negative keys belong to these locks.
 */
export class Migration20261122110400_event_order extends Migration {
  override name = 'Migration20261122110400_event_order'

  override up(): void {
    this.addSql(`create function hold_event_order() returns trigger language plpgsql as $$
      begin
        perform pg_advisory_xact_lock_shared(-1 - case when is_called then last_value else 0 end)
          from domain_events_id_seq;
        return null;
      end $$`)
  }

  override down(): void {
    this.addSql('drop function hold_event_order')
  }
}
