import { Migration } from '@mikro-orm/migrations'

export class Migration20261122150508_jobs extends Migration {
  override name = 'Migration20261122150508_jobs'

  override up(): void | Promise<void> {
    this.addSql(
      `create table "job_chunks" ("id" serial primary key, "job_id" int not null, "part" text not null, "place" int not null, "bytes" bytea not null);`,
    )
    this.addSql(
      `alter table "job_chunks" add constraint "job_chunks_unique" unique ("job_id", "part", "place");`,
    )

    this.addSql(`alter table "jobs" drop constraint "jobs_state_check";`)
    this.addSql(
      `alter table "jobs" drop column "input_file", drop column "result_body", drop column "result_content_type", drop column "result_filename";`,
    )
    this.addSql(
      `alter table "jobs" add "request" jsonb not null, add "worker" uuid null, add "refusal" jsonb null, add "answer" jsonb null;`,
    )
    this.addSql(`alter table "jobs" alter column "user_id" set not null;`)
    this.addSql(`alter table "jobs" rename column "kind" to "operation";`)
    this.addSql(
      `alter table "jobs" add constraint "jobs_state_check" check ("state" in ('queued', 'running', 'done', 'failed', 'cancelled'));`,
    )

    this.addSql(
      `alter table "job_chunks" add constraint "job_chunks_job_id_foreign" foreign key ("job_id") references "jobs" ("id") on delete cascade;`,
    )
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "job_chunks" cascade;`)

    this.addSql(`alter table "jobs" drop constraint "jobs_state_check";`)
    this.addSql(
      `alter table "jobs" drop column "request", drop column "worker", drop column "refusal", drop column "answer";`,
    )
    this.addSql(
      `alter table "jobs" add "input_file" bytea null, add "result_body" bytea null, add "result_content_type" text null, add "result_filename" text null;`,
    )
    this.addSql(`alter table "jobs" alter column "user_id" drop not null;`)
    this.addSql(`alter table "jobs" rename column "operation" to "kind";`)
    this.addSql(
      `alter table "jobs" add constraint "jobs_state_check" check ("state" in ('queued', 'running', 'done', 'failed'));`,
    )
  }
}
