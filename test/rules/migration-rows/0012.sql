insert into ci_runs (host_run_id, repo_id, attempt, workflow_name, branch, head_sha, status, conclusion, heal_status, created_at, updated_at, gone_at, live) values
  (703, 42, 1, 'test', 'main', repeat('c', 40), 'completed', 'success', 'pending', '2026-01-02T12:00:00Z', '2026-01-02T12:05:00Z', '2026-01-02T12:06:00Z', false);
