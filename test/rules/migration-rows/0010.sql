insert into activity (source, source_id, repo_id, target_number, target_url, action_type, status, detail, created_at)
values ('maintainer', 1, 42, 7, 'https://host.example/octo-org/hello/issues/7', 'label', 'applied', '', '2026-01-02T10:00:00Z');

insert into activity_sums (repo_id, hour, source, status, lane, amount)
values (0, '2026-01-02T10:00:00Z', 'maintainer', 'applied', 3, 1), (42, '-infinity', 'maintainer', 'applied', 0, 1);

insert into quality_gates (repo_id, name, is_default, conditions, block_on_fail, created_at, updated_at)
values (42, 'release', true, '[{"metric": "open_issues", "operator": "<", "threshold": 5}]', true,
  '2026-01-02T10:00:00Z', '2026-01-02T10:00:00Z');

insert into gate_evaluations (repo_id, gate_name, is_default, block_on_fail, head_sha, pr_number, result, conditions,
  score, passed_count, failed_count, total_count, evaluated_at, duration_ms)
values (42, 'release', true, true, 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', 7, 'passed',
  '[{"metric": "open_issues", "operator": "<", "threshold": 5, "actual": 1, "passed": true}]', 100, 1, 0, 1,
  '2026-01-02T10:00:00Z', 3);

insert into gate_standings (repo_id, gate_name, block_on_fail, result, conditions, score, passed_count, failed_count,
  total_count, evaluated_at)
values (42, 'release', true, 'passed',
  '[{"metric": "open_issues", "operator": "<", "threshold": 5, "actual": 1, "passed": true}]', 100, 1, 0, 1,
  '2026-01-02T10:00:00Z');

insert into gate_days (repo_id, day, measured, taken_at)
values (42, '2026-01-02', '{"metrics": {"open_issues": 1}, "noData": []}', '2026-01-02T23:47:00Z');
