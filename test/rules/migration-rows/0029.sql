insert into ai_reviews (repo_id, pr_number, commit_sha, base_branch, status, trigger, triggered_by, trigger_event, round, job_id, verdict, confidence,
  blocked, findings, ignored_findings, left_out, config_snapshot, severities, files_reviewed, lines_added, lines_removed, review_engine,
  started_at, completed_at, live) values
  (42, 7, repeat('a', 40), 'main', 'completed', 'webhook', 'service[bot]', 'pull_request.opened', 1, '00000000-0000-4000-8000-000000000001',
   'request_changes', 'high', true, '[]', '[]', '[]', '{}', '{1,0,0,0,0}', 1, 3, 1, 'rules', '2026-01-02T10:00:00Z', '2026-01-02T10:00:01Z', true),
  (42, 7, repeat('b', 40), 'main', 'queued', 'api', 'mona', 'api', 1, '00000000-0000-4000-8000-000000000002',
   null, null, false, '[]', '[]', '[]', '{}', '{0,0,0,0,0}', 0, 0, 0, 'rules', '2026-01-02T10:00:00Z', null, true);
insert into ai_review_config (repo_id, settings, created_at, updated_at) values (42, '{"enabled":true}', '2026-01-02T10:00:00Z', '2026-01-02T10:00:00Z');
insert into review_findings (repo_id, pr_number, fingerprint, rule, severity, title, file, outcome, told_sha, told_at, decided_at, live) values
  (42, 7, 'f1', 'secret_added', 'critical', 'A token', 'a.ts', 'open', repeat('a', 40), '2026-01-02T10:00:01Z', null, true),
  (42, 7, 'f2', null, 'high', 'A fault', null, 'mended', repeat('a', 40), '2026-01-02T10:00:01Z', '2026-01-02T11:00:00Z', true);
insert into change_sets (repo_id, commit_sha, paths, pushed_at) values (42, repeat('c', 40), '{a.ts,b.ts}', '2026-01-02T10:00:00Z');
