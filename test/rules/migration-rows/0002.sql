update repositories set language = 'TypeScript', stars = 3, open_issues = 1, open_prs = 1, counted = true where host_id = 42;

insert into issues (host_id, repo_id, number, title, body, state, labels, assignees, author, triage_type, triage_priority, triage_summary, triaged_at, duplicate_of, dup_check_at, created_at, updated_at, closed_at, gone_at, live) values
  (501, 42, 1, 'It does not start', 'Since yesterday.', 'open', '{bug,"help wanted"}', '{octocat}', 'octocat', 'bug', 'high', 'It does not start.', '2026-01-02T10:00:00Z', null, '2026-01-02T10:00:00Z', '2026-01-01T10:00:00Z', '2026-01-02T10:00:00Z', null, null, true),
  (502, 42, 2, 'The same again', null, 'closed', '{}', '{}', null, null, null, null, null, 501, null, '2026-01-01T11:00:00Z', '2026-01-02T11:00:00Z', '2026-01-02T11:00:00Z', '2026-01-03T00:00:00Z', false);

insert into pull_requests (host_id, repo_id, number, title, body, state, draft, head_branch, base_branch, head_sha, labels, author, additions, deletions, changed_files, created_at, updated_at, closed_at, merged_at, gone_at, live) values
  (601, 42, 3, 'Let it start', 'Fixes #1', 'merged', false, 'fix', 'main', repeat('a', 40), '{}', 'octocat', 10, 2, 1, '2026-01-01T10:00:00Z', '2026-01-02T10:00:00Z', '2026-01-02T10:00:00Z', '2026-01-02T10:00:00Z', null, true);

insert into ci_runs (host_run_id, repo_id, attempt, workflow_name, branch, head_sha, event, actor, html_url, status, conclusion, heal_status, created_at, updated_at, completed_at, gone_at, live) values
  (701, 42, 1, 'test', 'main', repeat('a', 40), 'push', 'octocat', 'https://host.test/octo-org/hello/actions/runs/701', 'completed', 'failure', 'pending', '2026-01-01T10:00:00Z', '2026-01-01T10:05:00Z', '2026-01-01T10:05:00Z', null, true),
  (702, 42, 1, 'test', 'main', repeat('b', 40), null, null, null, 'queued', null, 'pending', '2026-01-01T11:00:00Z', '2026-01-01T11:00:00Z', null, null, true);

insert into tallies (repo_id, day, measure, lane, amount) values
  (42, '-infinity', 'issues.open', 0, 1),
  (0, '-infinity', 'issues.open', 3, 1),
  (42, '2026-01-01', 'issues.opened', 0, 1);
