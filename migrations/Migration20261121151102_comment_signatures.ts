import { Migration } from '@mikro-orm/migrations'

export class Migration20261121151102_comment_signatures extends Migration {
  override name = 'Migration20261121151102_comment_signatures'

  override up(): void | Promise<void> {
    this.addSql(
      `create table "comment_signatures" ("review_id" int not null, "component_id" int not null, "bands" int[] not null, primary key ("review_id"));`,
    )
    this.addSql(`create index "comment_signatures_component_id" on "comment_signatures" ("component_id");`)
    this.addSql(`create index "comment_signatures_bands" on "comment_signatures" using gin ("bands");`)

    this.addSql(
      `alter table "comment_signatures" add constraint "comment_signatures_review_id_foreign" foreign key ("review_id") references "reviews" ("id") on update cascade on delete cascade;`,
    )
    this.addSql(
      `alter table "comment_signatures" add constraint "comment_signatures_component_id_foreign" foreign key ("component_id") references "components" ("id") on delete cascade;`,
    )
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "comment_signatures" cascade;`)
  }
}
