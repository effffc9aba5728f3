import { Migration } from '@mikro-orm/migrations'

export class Migration20261121150044_event_order extends Migration {
  override name = 'Migration20261121150044_event_order'

  override up(): void | Promise<void> {
    this.addSql(`drop index "domain_events_component_id";`)
    this.addSql(`drop index "domain_events_project_id";`)
    this.addSql(
      `alter table "domain_events" add "xid" bigint not null default ((pg_current_xact_id())::text)::bigint;`,
    )
    this.addSql(`create index "domain_events_order" on "domain_events" ("xid", "id");`)
    this.addSql(`create index "domain_events_project_order" on "domain_events" ("project_id", "xid", "id");`)
    this.addSql(
      `create index "domain_events_component_order" on "domain_events" ("component_id", "xid", "id");`,
    )
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index "domain_events_order";`)
    this.addSql(`drop index "domain_events_project_order";`)
    this.addSql(`drop index "domain_events_component_order";`)
    this.addSql(`alter table "domain_events" drop column "xid";`)
    this.addSql(`create index "domain_events_component_id" on "domain_events" ("component_id", "id");`)
    this.addSql(`create index "domain_events_project_id" on "domain_events" ("project_id", "id");`)
  }
}
