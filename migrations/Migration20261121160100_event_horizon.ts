import { Migration } from '@mikro-orm/migrations'

/**
 * Events are ordered by their ids alone. Whoever inserts some holds, until the end of its transaction, a shared
 * advisory lock that names the last id given before: readers stop there. Negative keys belong to these locks.
 */
export class Migration20261121160100_event_horizon extends Migration {
  override name = 'Migration20261121160100_event_horizon'

  override up(): void {
    this.addSql('drop index "domain_events_order"')
    this.addSql('drop index "domain_events_project_order"')
    this.addSql('drop index "domain_events_component_order"')
    this.addSql('alter table "domain_events" drop column "xid"')
    this.addSql('create index "domain_events_project_order" on "domain_events" ("project_id", "id")')
    this.addSql('create index "domain_events_component_order" on "domain_events" ("component_id", "id")')
    this.addSql('alter table "event_cursors" drop column "xid"')
    this.addSql(`create function hold_event_horizon() returns trigger language plpgsql as $$
      begin
        perform pg_advisory_xact_lock_shared(-1 - case when is_called then last_value else 0 end)
          from domain_events_id_seq;
        return null;
      end $$`)
    this.addSql(`create trigger domain_events_horizon before insert on domain_events
      for each statement execute function hold_event_horizon()`)
  }

  override down(): void {
    this.addSql('drop trigger domain_events_horizon on domain_events')
    this.addSql('drop function hold_event_horizon')
    this.addSql(`alter table "event_cursors" add "xid" bigint not null default '0'`)
    this.addSql('drop index "domain_events_component_order"')
    this.addSql('drop index "domain_events_project_order"')
    this.addSql(
      'alter table "domain_events" add "xid" bigint not null default ((pg_current_xact_id())::text)::bigint',
    )
    this.addSql('create index "domain_events_order" on "domain_events" ("xid", "id")')
    this.addSql('create index "domain_events_project_order" on "domain_events" ("project_id", "xid", "id")')
    this.addSql(
      'create index "domain_events_component_order" on "domain_events" ("component_id", "xid", "id")',
    )
  }
}
