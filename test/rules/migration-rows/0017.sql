insert into rollback_events (repo_id, pr_number, title, base_branch, merge_commit, trigger_reason, status, initiated_by,
  run_id, created_at, live)
  select host_id, 1, 'Change', 'main', repeat('a', 40), 'deploy_check_failed', 'pending', 'service[bot]', 1, now(),
    deleted_at is null
  from repositories order by host_id limit 1;
