import { Migration } from '@mikro-orm/migrations'

export class Migration20261127223524_requested_reviewers extends Migration {
  override name = 'Migration20261127223524_requested_reviewers'

  override up(): void | Promise<void> {
    this.addSql(
      `create table "requested_reviewers" ("rule_id" int not null, "user_id" int not null, primary key ("rule_id", "user_id"));`,
    )
    this.addSql(`create index "requested_reviewers_user_id" on "requested_reviewers" ("user_id");`)

    this.addSql(
      `alter table "requested_reviewers" add constraint "requested_reviewers_rule_id_foreign" foreign key ("rule_id") references "rules" ("id") on update cascade on delete cascade;`,
    )
    this.addSql(
      `alter table "requested_reviewers" add constraint "requested_reviewers_user_id_foreign" foreign key ("user_id") references "users" ("id") on update cascade on delete cascade;`,
    )
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "requested_reviewers" cascade;`)
  }
}
