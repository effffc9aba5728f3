import { Migration } from '@mikro-orm/migrations'

export class Migration20261123015410_background_turns extends Migration {
  override name = 'Migration20261123015410_background_turns'

  override up(): void | Promise<void> {
    this.addSql(
      `create table "background_turns" ("id" int not null, "held_until" timestamptz(6) not null default clock_timestamp(), "rest_until" timestamptz(6) not null default clock_timestamp(), "served_at" timestamptz(6) not null default clock_timestamp(), primary key ("id"));`,
    )
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "background_turns" cascade;`)
  }
}
