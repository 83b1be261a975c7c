insert into test_runs (repo_id, run_id, attempt, workflow_name, branch, head_sha, has_failed, interrupted, status, reports, tests,
  failures, notes, ran_at, created_at, live)
  select host_id, 1, 1, 'test', 'main', repeat('a', 40), false, false, 'read', 1, 1, 0, '[]', now(), now(), deleted_at is null
  from repositories order by host_id limit 1;
insert into test_results (test_run_id, test_id, status, flaky)
  select r.id, t.id, 'passed', false from test_runs r, flaky_tests t;
insert into test_days (day, repo_id, total, failures)
  select current_date, host_id, 1, 0 from repositories order by host_id limit 1;
