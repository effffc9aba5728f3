import { Migration } from '@mikro-orm/migrations'

/** Comments, replies, workflow actions and reactions. */
export class Migration20261121140400_reviews extends Migration {
  override name = 'Migration20261121140400_reviews'

  override up(): void {
    this.addSql(`create table "reviews" (
      "id" serial primary key,
      "project_id" int not null,
      "component_id" int not null,
      "rule_id" int null,
      "commentable_type" text not null,
      "original_commentable_id" int null,
      "user_id" int null,
      "action" text not null,
      "comment" text not null,
      "markers" jsonb not null default '[]',
      "section" text null,
      "responding_to_review_id" int null,
      "triage_status" text null,
      "triage_set_by_id" int null,
      "triage_set_at" timestamptz(6) null,
      "adjudicated_by_id" int null,
      "adjudicated_at" timestamptz(6) null,
      "duplicate_of_review_id" int null,
      "addressed_by_rule_id" int null,
      "commenter_imported_name" text null,
      "commenter_imported_email" text null,
      "triage_set_by_imported_name" text null,
      "triage_set_by_imported_email" text null,
      "adjudicated_by_imported_name" text null,
      "adjudicated_by_imported_email" text null,
      "withdrawn_at" timestamptz(6) null,
      "edited_at" timestamptz(6) null,
      "assignee_id" int null,
      "due_on" date null,
      "lock_version" int not null default 1,
      "created_at" timestamptz(6) not null default clock_timestamp(),
      "updated_at" timestamptz(6) not null default clock_timestamp()
    )`)
    this.addSql(
      `create index "reviews_project_page" on "reviews" ("project_id", "created_at" desc, "id" desc) where action = 'comment' and responding_to_review_id is null`,
    )
    this.addSql(
      `create index "reviews_project_status_page" on "reviews" ("project_id", "triage_status", "created_at" desc, "id" desc) where action = 'comment' and responding_to_review_id is null`,
    )
    this.addSql(
      `create index "reviews_component_page" on "reviews" ("component_id", "created_at" desc, "id" desc) where action = 'comment' and responding_to_review_id is null`,
    )
    this.addSql(
      `create index "reviews_component_status_page" on "reviews" ("component_id", "triage_status", "created_at" desc, "id" desc) where action = 'comment' and responding_to_review_id is null`,
    )
    this.addSql(`create index "reviews_component_id" on "reviews" ("component_id", "id")`)
    this.addSql(`create index "reviews_rule_id" on "reviews" ("rule_id", "created_at", "id")`)
    this.addSql(
      `create index "reviews_responding_to_review_id" on "reviews" ("responding_to_review_id", "created_at", "id")`,
    )
    this.addSql(`create index "reviews_duplicate_of_review_id" on "reviews" ("duplicate_of_review_id")`)
    this.addSql(`create index "reviews_addressed_by_rule_id" on "reviews" ("addressed_by_rule_id")`)
    this.addSql(`create index "reviews_original_commentable_id" on "reviews" ("original_commentable_id")`)
    this.addSql(`create index "reviews_user_id" on "reviews" ("user_id", "created_at", "id")`)
    this.addSql(`create index "reviews_triage_set_by_id" on "reviews" ("triage_set_by_id")`)
    this.addSql(`create index "reviews_adjudicated_by_id" on "reviews" ("adjudicated_by_id")`)
    this.addSql(`create index "reviews_assignee_id" on "reviews" ("assignee_id")`)
    this.addSql(`create index "reviews_comment_trigram" on "reviews" using gin (comment gin_trgm_ops)`)
    this.addSql(
      `alter table "reviews" add constraint "reviews_triage_only_on_comments" check (triage_status is null or (action = 'comment' and responding_to_review_id is null))`,
    )
    this.addSql(
      `alter table "reviews" add constraint "reviews_duplicate_of_only_duplicates" check (duplicate_of_review_id is null or (triage_status is not null and triage_status = 'duplicate'))`,
    )
    this.addSql(
      `alter table "reviews" add constraint "reviews_duplicate_of_another" check (duplicate_of_review_id is null or duplicate_of_review_id <> id)`,
    )
    this.addSql(
      `alter table "reviews" add constraint "reviews_addressed_by_only_addressed" check (addressed_by_rule_id is null or (triage_status is not null and triage_status = 'addressed_by'))`,
    )
    this.addSql(
      `alter table "reviews" add constraint "reviews_replies_are_comments" check (responding_to_review_id is null or (action = 'comment' and responding_to_review_id <> id))`,
    )
    this.addSql(
      `alter table "reviews" add constraint "reviews_rule_of_type" check ((commentable_type = 'BaseRule') = (rule_id is not null))`,
    )
    this.addSql(
      `alter table "reviews" add constraint "reviews_component_comments_have_no_section" check (commentable_type = 'BaseRule' or section is null)`,
    )
    this.addSql(
      `alter table "reviews" add constraint "reviews_actions_are_on_rules" check (action = 'comment' or rule_id is not null)`,
    )
    this.addSql(
      `alter table "reviews" add constraint "reviews_only_decided_comments_close" check (adjudicated_at is null or (action = 'comment' and responding_to_review_id is null and coalesce(triage_status, '') <> 'pending'))`,
    )
    this.addSql(
      `alter table "reviews" add constraint "reviews_adjudicator_of_closed" check (adjudicated_by_id is null or adjudicated_at is not null)`,
    )
    this.addSql(
      `alter table "reviews" add constraint "reviews_commentable_type_check" check ("commentable_type" in ('BaseRule', 'Component'))`,
    )
    this.addSql(
      `alter table "reviews" add constraint "reviews_action_check" check ("action" in ('comment', 'request_review', 'revoke_review_request', 'request_changes', 'approve', 'lock_control', 'unlock_control'))`,
    )
    this.addSql(
      `alter table "reviews" add constraint "reviews_section_check" check ("section" in ('title', 'severity', 'status', 'fixtext', 'check_content', 'vuln_discussion', 'disa_metadata', 'vendor_comments', 'artifact_description', 'xccdf_metadata'))`,
    )
    this.addSql(
      `alter table "reviews" add constraint "reviews_triage_status_check" check ("triage_status" in ('pending', 'concur', 'concur_with_comment', 'non_concur', 'duplicate', 'informational', 'needs_clarification', 'withdrawn', 'addressed_by'))`,
    )
    this.addSql(`create table "reactions" (
      "id" serial primary key,
      "review_id" int not null,
      "user_id" int not null,
      "kind" text not null,
      "created_at" timestamptz(6) not null default clock_timestamp(),
      "updated_at" timestamptz(6) not null default clock_timestamp()
    )`)
    this.addSql(`create index "reactions_user_id" on "reactions" ("user_id")`)
    this.addSql(`alter table "reactions" add constraint "reactions_unique" unique ("review_id", "user_id")`)
    this.addSql(
      `alter table "reactions" add constraint "reactions_kind_check" check ("kind" in ('up', 'down'))`,
    )

    this.addSql(
      `alter table "reviews" add constraint "reviews_project_id_foreign" foreign key ("project_id") references "projects" ("id") on delete cascade`,
    )
    this.addSql(
      `alter table "reviews" add constraint "reviews_component_id_foreign" foreign key ("component_id") references "components" ("id") on delete cascade`,
    )
    this.addSql(
      `alter table "reviews" add constraint "reviews_rule_id_foreign" foreign key ("rule_id") references "rules" ("id") on delete cascade`,
    )
    this.addSql(
      `alter table "reviews" add constraint "reviews_original_commentable_id_foreign" foreign key ("original_commentable_id") references "rules" ("id") on delete set null`,
    )
    this.addSql(
      `alter table "reviews" add constraint "reviews_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete set null`,
    )
    this.addSql(
      `alter table "reviews" add constraint "reviews_responding_to_review_id_foreign" foreign key ("responding_to_review_id") references "reviews" ("id") on delete no action`,
    )
    this.addSql(
      `alter table "reviews" add constraint "reviews_triage_set_by_id_foreign" foreign key ("triage_set_by_id") references "users" ("id") on delete set null`,
    )
    this.addSql(
      `alter table "reviews" add constraint "reviews_adjudicated_by_id_foreign" foreign key ("adjudicated_by_id") references "users" ("id") on delete set null`,
    )
    this.addSql(
      `alter table "reviews" add constraint "reviews_duplicate_of_review_id_foreign" foreign key ("duplicate_of_review_id") references "reviews" ("id") on delete set null`,
    )
    this.addSql(
      `alter table "reviews" add constraint "reviews_addressed_by_rule_id_foreign" foreign key ("addressed_by_rule_id") references "rules" ("id") on delete set null`,
    )
    this.addSql(
      `alter table "reviews" add constraint "reviews_assignee_id_foreign" foreign key ("assignee_id") references "users" ("id") on delete set null`,
    )
    this.addSql(
      `alter table "reactions" add constraint "reactions_review_id_foreign" foreign key ("review_id") references "reviews" ("id") on delete cascade`,
    )
    this.addSql(
      `alter table "reactions" add constraint "reactions_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade`,
    )
  }

  override down(): void {
    this.addSql(`drop table if exists "reactions" cascade`)
    this.addSql(`drop table if exists "reviews" cascade`)
  }
}
