import { Migration } from '@mikro-orm/migrations'

/** Each transaction queues its own entries: writers wait neither for each other nor for the indexer. */
const TRANSACTION = 'pg_current_xact_id()::text::bigint'

/** The counts of a component's requirements: column, and the condition that a requirement meets. */
const RULE_COUNTS = {
  total: 'true',
  locked: 'locked',
  under_review: 'review_requestor_id is not null',
  high: `rule_severity = 'high'`,
  medium: `rule_severity = 'medium'`,
  low: `rule_severity = 'low'`,
  not_yet_determined: `status = 'Not Yet Determined'`,
  applicable_configurable: `status = 'Applicable - Configurable'`,
  applicable_inherently_meets: `status = 'Applicable - Inherently Meets'`,
  applicable_does_not_meet: `status = 'Applicable - Does Not Meet'`,
  not_applicable: `status = 'Not Applicable'`,
  applicable: `status = 'Applicable'`,
}

/** Trigger functions that keep derived data current: the search reindex queue, and counts of comments and requirements. */
export class Migration20261127230100_derived_data extends Migration {
  override name = 'Migration20261127230100_derived_data'

  override up(): void {
    this.#createSearchFunctions()
    this.#createCommentCountFunctions()
    this.#createRuleCountFunction()
  }

  /** Triggers queue in `search_reindex_queue` what a transaction changed; the indexer of src/search processes it. */
  #createSearchFunctions(): void {
    // A tsvector has a maximum size. Only the beginning of longer texts can be found.
    this.addSql(`create function to_search_vector(title text, texts text) returns tsvector
      language plpgsql immutable as $$
      begin
        return setweight(to_tsvector('english', coalesce(title, '')), 'A') || to_tsvector('english', coalesce(texts, ''));
      exception when program_limit_exceeded then
        return setweight(to_tsvector('english', coalesce(left(title, 10000), '')), 'A')
          || to_tsvector('english', coalesce(left(texts, 90000), ''));
      end $$`)
    // Argument: the kind of the record; none for a part of a requirement.
    this.addSql(`create function enqueue_search_reindex() returns trigger language plpgsql as $$
      begin
        if tg_nargs = 1 then
          insert into search_reindex_queue (kind, record_id, transaction_id) values (tg_argv[0], new.id, ${TRANSACTION})
            on conflict do nothing;
        else
          insert into search_reindex_queue (kind, record_id, transaction_id) values ('rule', old.rule_id, ${TRANSACTION})
            on conflict do nothing;
        end if;
        return null;
      end $$`)
    this.addSql(`create function enqueue_search_reindex_of_rows() returns trigger language plpgsql as $$
      begin
        if tg_table_name = 'rules' then
          insert into search_reindex_queue (kind, record_id, transaction_id)
            select 'rule', c.id, ${TRANSACTION} from changed_rows c on conflict do nothing;
        else
          insert into search_reindex_queue (kind, record_id, transaction_id)
            select 'rule', c.rule_id, ${TRANSACTION} from changed_rows c on conflict do nothing;
        end if;
        return null;
      end $$`)
  }

  /**
   * Each statement that touches top-level comments appends deltas, one for each requirement and status. A change that
   * moves no count appends a delta of 0, because the ids of a component's deltas are its revision.
   */
  #createCommentCountFunctions(): void {
    const columns = 'project_id, component_id, on_rule, rule_id, triage_status, closed, count'
    const deltas = (rows: 'new_rows' | 'old_rows', sign: 1 | -1) =>
      `select project_id, component_id, rule_id is not null as on_rule, rule_id, triage_status,
          adjudicated_at is not null as closed, ${sign} * count(*) as count
          from ${rows} where action = 'comment' and responding_to_review_id is null
          group by project_id, component_id, rule_id, triage_status, adjudicated_at is not null`
    this.addSql(`create function append_comment_count_deltas() returns trigger language plpgsql as $$
      begin
        if tg_op = 'INSERT' then
          insert into comment_count_deltas (${columns}) ${deltas('new_rows', 1)};
        elsif tg_op = 'DELETE' then
          insert into comment_count_deltas (${columns}) ${deltas('old_rows', -1)};
        else
          insert into comment_count_deltas (${columns})
            select project_id, component_id, on_rule, rule_id, triage_status, closed, sum(count)
            from (${deltas('new_rows', 1)} union all ${deltas('old_rows', -1)}) changes
            group by project_id, component_id, on_rule, rule_id, triage_status, closed;
        end if;
        return null;
      end $$`)

    this.addSql(`create function lock_deleted_rule_counts() returns void language sql as $$
      select pg_advisory_xact_lock(7290114055) $$`)
    // The counts of a deleted requirement are its row here plus its deltas. Compaction deletes deltas, so their sum is
    // added here; the counts of a restored requirement are deleted.
    this.addSql(`create function add_compacted_to_deleted_rule_counts() returns trigger language plpgsql as $$
      begin
        if exists (select from old_rows where rule_id is not null) then
          perform lock_deleted_rule_counts();
          delete from deleted_rule_counts where rule_id in (select rule_id from old_rows)
            and not exists (select from rules r where r.id = deleted_rule_counts.rule_id and r.deleted_at is not null);
          insert into deleted_rule_counts (project_id, component_id, rule_id, triage_status, closed, count)
            select project_id, component_id, rule_id, triage_status, closed, sum(count) from old_rows
            where rule_id in (select rule_id from deleted_rule_counts)
            group by project_id, component_id, rule_id, triage_status, closed having sum(count) <> 0;
        end if;
        return null;
      end $$`)
  }

  /**
   * Each statement that changes a component's counts of live requirements appends one delta. A background task creates
   * the base row that the deltas are added to; until then requirements are counted one by one.
   */
  #createRuleCountFunction(): void {
    const columns = Object.keys(RULE_COUNTS).join(', ')
    const zeros = Object.keys(RULE_COUNTS)
      .map(() => '0')
      .join(', ')
    const sums = Object.entries(RULE_COUNTS)
      .map(
        ([column, condition]) => `coalesce(sum(sign) filter (where ${condition}), 0)::integer as ${column}`,
      )
      .join(', ')
    const live = (rows: 'new_rows' | 'old_rows', sign: 1 | -1) =>
      `select component_id, locked, review_requestor_id, rule_severity, status, ${sign} as sign
          from ${rows} where deleted_at is null`
    // Most edits change no count, and append nothing.
    const append = (changes: string) => `insert into rule_count_deltas (component_id, ${columns})
          select component_id, ${columns} from (select component_id, ${sums} from (${changes}) c group by component_id) s
          where (${columns}) <> (${zeros})`
    this.addSql(`create function append_rule_count_deltas() returns trigger language plpgsql as $$
      begin
        if tg_op = 'INSERT' then
          ${append(live('new_rows', 1))};
        elsif tg_op = 'DELETE' then
          ${append(live('old_rows', -1))};
        else
          ${append(`${live('new_rows', 1)} union all ${live('old_rows', -1)}`)};
        end if;
        return null;
      end $$`)
  }

  override down(): void {
    for (const name of [
      'append_rule_count_deltas',
      'add_compacted_to_deleted_rule_counts',
      'lock_deleted_rule_counts',
      'append_comment_count_deltas',
      'enqueue_search_reindex_of_rows',
      'enqueue_search_reindex',
      'to_search_vector',
    ]) {
      this.addSql(`drop function ${name}`)
    }
  }
}
