insert into merge_queue_configs (repo_id, enabled, merge_method, delete_branch, required_checks, max_queue_depth,
  check_timeout_mins, rollback_enabled, batch_size, speculative_depth, batch_max_wait_secs, max_attempts, admit_on,
  freezes, strict, allow_skip, created_at, updated_at)
  select host_id, true, 'squash', true, '{build}', 20, 60, false, 1, 1, 0, 3, '{label}', '[]', true, true, now(), now()
  from repositories order by host_id limit 1;
insert into merge_queue_lanes (id, repo_id, base_branch, base_known_at, batches, last_batch, failed_builds, updated_at)
  select 1, host_id, 'main', now(), '[]', 0, 0, now() from repositories order by host_id limit 1;
insert into merge_queue_entries (repo_id, lane_id, repo_full_name, pr_number, pr_title, head_sha, head_branch,
  base_branch, is_own_branch, position, status, priority, admitted_by, required_checks, checks_passed, checks_failed,
  waiting_on, merge_method, delete_branch, attempts, overtaken, left_out, admitted_at, pending_since, updated_at,
  ended_order, live)
  select host_id, 1, full_name, 1, 'Change', repeat('a', 40), 'topic', 'main', true, 1, 'pending', 0, 'label', '{build}',
    '{}', '{}', '{build}', 'squash', true, 0, 0, 0, now(), now(), now(), 0, deleted_at is null
  from repositories order by host_id limit 1;
