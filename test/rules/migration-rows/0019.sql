insert into flaky_tests (repo_id, test_id, test_suite, test_name, status, standing, history, reasons, run_count, pass_count,
  fail_count, flip_count, same_commit_flips, code_owners, relapse_count, cost_ms, blocked_pulls, first_seen_at, last_seen_at,
  live)
  select host_id, repeat('a', 16), 'suite', 'name', 'tracked', 'undecided', '{}', '[]', 1, 1, 0, 0, 0, '{}', 0, 0, 0, now(),
    now(), deleted_at is null
  from repositories order by host_id limit 1;
