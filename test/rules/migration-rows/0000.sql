insert into installations (host_id, account_login, account_type, target_id, suspended_at, created_at, updated_at) values
  (7, 'octo-org', 'Organization', 70, null, '2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z'),
  (8, null, null, null, '2026-01-02T00:00:00Z', '2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z');

insert into repositories (host_id, installation_id, full_name, owner, name, private, default_branch, archived, language, stars,
  open_issues, open_prs, counted, health_day, health_pass_rate, health_unhealed, health_failures, health_score, health_status,
  last_synced_at, deleted_at, seen_at, presence_told_at, pushed_at, host_created_at, created_at) values
  (42, 7, 'octo-org/hello', 'octo-org', 'hello', false, 'main', false, 'TypeScript', 3, 1, 1, true, '2026-01-03', 0.5, 4, 1, 88, 'at_risk',
   '2026-01-02T10:00:00Z', null, '2026-01-02T00:00:00Z', '2026-01-02T09:00:00Z', '2026-01-02T09:00:00Z', '2024-05-06T07:08:09Z', '2026-01-01T00:00:00Z'),
  (43, null, 'octo-org/Gone', 'octo-org', 'Gone', true, null, true, null, 0, 0, 0, false, '-infinity', null, 0, 0, 100, 'unknown',
   null, '2026-01-02T00:00:00Z', '2026-01-02T00:00:00Z', '2026-01-02T00:00:00Z', null, null, '2026-01-01T00:00:00Z');

insert into webhook_deliveries (delivery_id, event_name, action, repo, repo_id, installation_id, state, error, attempts, received_at, processed_at, failed_at, duplicate_count, last_duplicate_at, payload, payload_sha256, job_id) values
  ('d-queued', 'issues', 'opened', 'octo-org/hello', 42, 7, 'queued', null, 0, '2026-01-02T10:00:00Z', null, null, 0, null, '{"title":"a\u0000b"}', repeat('0', 64), '6f1b0c3e-7a52-4a0e-9d0f-3f1f0a3e5b10'),
  ('d-processed', 'issues', 'closed', 'octo-org/hello', 42, 7, 'processed', null, 1, '2026-01-02T10:00:01Z', '2026-01-02T10:00:02Z', null, 2, '2026-01-02T10:00:03Z', null, repeat('1', 64), '6f1b0c3e-7a52-4a0e-9d0f-3f1f0a3e5b11'),
  ('d-ignored', 'ping', null, null, null, null, 'ignored', null, 0, '2026-01-02T10:00:02Z', '2026-01-02T10:00:02Z', null, 0, null, '{}', repeat('2', 64), null),
  ('d-failed', 'push', null, 'octo-org/hello', 42, 7, 'failed', 'it did not work', 5, '2026-01-02T10:00:03Z', null, '2026-01-02T10:05:00Z', 0, null, '{}', repeat('3', 64), '6f1b0c3e-7a52-4a0e-9d0f-3f1f0a3e5b12'),
  ('d-dead', 'push', null, 'octo-org/hello', 42, 7, 'dead', 'it did not work', 5, '2026-01-01T10:00:03Z', null, null, 0, null, '{}', repeat('4', 64), '6f1b0c3e-7a52-4a0e-9d0f-3f1f0a3e5b13');

insert into webhook_deliveries (delivery_id, event_name, state, error, attempts, received_at, payload, payload_sha256) values
  ('d-again', 'push', 'queued', 'it did not work', 1, '2026-01-02T10:00:04Z', '{}', repeat('5', 64));
insert into webhook_deliveries (delivery_id, event_name, repo, repo_id, state, received_at, processed_at, payload_sha256) values
  ('d-of-repository', 'push', 'octo-org/hello', 42, 'processed', '2026-01-02T10:00:05Z', '2026-01-02T10:00:06Z', repeat('6', 64));
insert into webhook_deliveries (delivery_id, event_name, action, repo_id, state, received_at, payload_sha256, rules_at, skipped_by, corrections) values
  ('with-rules', 'issues', 'opened', 42, 'processed', '2026-01-02T10:00:00Z', repeat('e', 64), '2026-01-02T10:00:01Z', 'leave-alone',
   '[{"path": "/issue/updated_at", "reason": "moment_ahead"}]');
insert into webhook_deliveries (delivery_id, event_name, action, repo_id, entity, state, received_at, payload_sha256) values
  ('of-an-issue', 'issues', 'opened', 42, '42#7', 'queued', '2026-01-02T10:00:00Z', repeat('f', 64));

insert into delivery_hours (hour, event_name, total, ignored, processed, failed, dead, errors) values
  ('2026-01-02T10:00:00Z', 'issues', 2, 0, 1, 0, 0, 0),
  ('2026-01-02T10:00:00Z', 'ping', 1, 1, 0, 0, 0, 0),
  ('2026-01-02T10:00:00Z', 'push', 1, 0, 0, 1, 0, 1),
  ('2026-01-01T10:00:00Z', 'push', 1, 0, 0, 0, 1, 1);

insert into delivery_hours (hour, event_name, lane, total, ignored, processed, failed, dead, errors) values
  ('2026-01-02T10:00:00Z', 'issues', 7, 1, 0, 2, -1, 0, -1);
insert into delivery_hours (hour, event_name, lane, total, errors) values
  ('2026-01-02T10:00:00Z', 'push', 5, 1, 1);
insert into delivery_hours (hour, event_name, lane, total, processed) values
  ('2026-01-02T10:00:00Z', 'push', 2, 1, 1);

insert into sessions (token_sha256, principal, key_id, ip, user_agent, created_at, last_seen_at, expires_at) values
  (repeat('a', 64), 'api', repeat('b', 32), '127.0.0.1', 'a browser', '2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z', '2026-01-09T00:00:00Z'),
  (repeat('c', 64), 'admin', repeat('d', 32), null, null, '2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z', '2026-01-09T00:00:00Z');

insert into rate_limits (key, taken, granted, reset_at) values
  ('ip:127.0.0.1', 12, 12, '2026-01-02T10:01:00Z'),
  ('login:127.0.0.1', 1, 1, '2026-01-02T10:15:00Z');

insert into issues (host_id, repo_id, number, title, body, state, labels, assignees, author, triage_type, triage_priority, triage_summary, triaged_at, duplicate_of, dup_check_at, dup_revision, moved_from, created_at, updated_at, closed_at, gone_at, live) values
  (501, 42, 1, 'It does not start', 'Since yesterday.', 'open', '{bug,"help wanted"}', '{octocat}', 'octocat', 'bug', 'high', 'It does not start.', null, null, '2026-01-02T10:00:00Z', 0, 7, '2026-01-01T10:00:00Z', '2026-01-02T10:00:00Z', null, null, true),
  (502, 42, 2, 'The same again', null, 'closed', '{}', '{}', null, null, null, null, null, 501, null, null, null, '2026-01-01T11:00:00Z', '2026-01-02T11:00:00Z', '2026-01-02T11:00:00Z', '2026-01-03T00:00:00Z', false);

insert into pull_requests (host_id, repo_id, number, title, body, state, draft, head_branch, base_branch, head_sha, labels, author, additions, deletions, changed_files, moved_from, created_at, updated_at, closed_at, merged_at, gone_at, live) values
  (601, 42, 3, 'Let it start', 'Fixes #1', 'merged', false, 'fix', 'main', repeat('a', 40), '{}', 'octocat', 10, 2, 1, 7, '2026-01-01T10:00:00Z', '2026-01-02T10:00:00Z', '2026-01-02T10:00:00Z', '2026-01-02T10:00:00Z', null, true);

insert into ci_runs (host_run_id, repo_id, attempt, workflow_name, branch, head_sha, event, actor, html_url, status, conclusion, heal_status, fork_id, moved_from, created_at, updated_at, completed_at, gone_at, live) values
  (701, 42, 1, 'test', 'main', repeat('a', 40), 'push', 'octocat', 'https://host.test/octo-org/hello/actions/runs/701', 'completed', 'failure', 'pending', 0, null, '2026-01-01T10:00:00Z', '2026-01-01T10:05:00Z', '2026-01-01T10:05:00Z', null, true),
  (702, 42, 1, 'test', 'main', repeat('b', 40), null, null, null, 'queued', null, 'pending', null, 7, '2026-01-01T11:00:00Z', '2026-01-01T11:00:00Z', null, null, true);

insert into ci_runs (host_run_id, repo_id, attempt, workflow_name, branch, head_sha, status, conclusion, heal_status, created_at, updated_at, gone_at, live) values
  (703, 42, 1, 'test', 'main', repeat('c', 40), 'completed', 'success', 'pending', '2026-01-02T12:00:00Z', '2026-01-02T12:05:00Z', '2026-01-02T12:06:00Z', false);

insert into tallies (repo_id, day, measure, lane, amount) values
  (42, '-infinity', 'issues.open', 0, 1),
  (0, '-infinity', 'issues.open', 3, 1),
  (42, '2026-01-01', 'issues.opened', 0, 1);

insert into host_budgets (credential, installation_id, resource, remaining, "limit", used, reset_at, updated_at) values
  ('app-1', 7, 'core', 4990, 5000, 10, '2026-01-02T11:00:00Z', '2026-01-02T10:00:00Z'),
  ('app-1', 0, 'core', 0, 5000, 5000, '2026-01-02T11:00:00Z', '2026-01-02T10:00:00Z');

insert into host_cooldowns (credential, installation_id, scope, reason, until) values
  ('app-1', 0, 'resource:core', 'rate_exhausted', '2026-01-02T11:00:05Z'),
  ('app-1', 8, 'global', 'token_invalid', '2026-01-02T10:02:00Z');

insert into host_hours (hour, lane, requests, errors, hits, misses) values
  ('2026-01-02T10:00:00Z', 3, 12, 1, 5, 6);

insert into labels (repo_id, host_id, name, color, description) values
  (42, 801, 'bug', 'd73a4a', 'Something does not work'),
  (42, 802, 'help wanted', null, null);

insert into members (installation_id, host_id, host_login, avatar_url, role, site_admin, seen_at) values
  (7, 901, 'octocat', 'https://host.test/octocat.png', 'owner', false, '2026-01-02T10:00:00Z');

insert into sync_walks (repo_id, part, mode, next, newest, edge, begun_at, seen, changed, gone, up_to, etag, finished_at, compared_at, is_full_wanted, pushed_at) values
  (42, 'issues', null, null, null, null, null, 2, 1, 1, '2026-01-02T09:58:00Z', '"mark"', '2026-01-02T10:01:00Z', '2026-01-02T10:00:00Z', true, '2026-01-02T09:00:00Z'),
  (42, 'pull_requests', 'full', 'https://host.test/repositories/42/pulls?page=2', '2026-01-02T10:00:00Z', '2026-01-01T10:00:00Z', '2026-01-02T10:00:00Z', 100, 3, 0, null, null, null, null, false, null);

insert into syncs (repo_id, status, job_id, phase, last_error, requested_at, started_at, finished_at, next_attempt_at, leased_until) values
  (42, 'running', '00000000-0000-4000-8000-000000000001', 'pull_requests', null, '2026-01-02T10:00:00Z', '2026-01-02T10:00:01Z', null, null, '2026-01-02T10:05:01Z');

insert into delivery_checks (checked_until, checked_at, missed, missed_from, missed_until) values
  ('2026-01-02T10:00:00Z', '2026-01-02T10:02:00Z', 2, '2026-01-02T09:00:00Z', '2026-01-02T09:30:00Z');

insert into audit_head (id, seq, entry_hash, prev_hash, day) values
  (1, 1, 'b50aa19e5b4f4d5a3f7f9bd2d77d94d0d2dc5b7d8b6ad0e64eab6c9d2e3ee0f1', null, '2026-01-02');

insert into audit_entries (seq, category, event_type, actor, actor_type, repo_full_name, pr_number, commit_sha, payload, framework, control_id, payload_hash, prev_hash, entry_hash, occurred_at) values
  (1, 'config_change', 'set', 'api', 'human', 'octo-org/hello', 7, repeat('a', 40), '{}', '{iso27001}', 'A.12.1.2', '44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a', null, 'b50aa19e5b4f4d5a3f7f9bd2d77d94d0d2dc5b7d8b6ad0e64eab6c9d2e3ee0f1', '2026-01-02T10:00:00Z'),
  (2, 'host_change', 'add-label', 'service[bot]', 'bot', 'octo-org/hello', null, null, '{}', '{soc2}', 'CC8.1', '44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a', 'b50aa19e5b4f4d5a3f7f9bd2d77d94d0d2dc5b7d8b6ad0e64eab6c9d2e3ee0f1', repeat('c', 64), '2026-01-02T11:00:00Z');

insert into audit_days (day, category, event_type, actor_type, entries, first_seq, last_seq, earliest, latest) values
  ('2026-01-02', 'config_change', 'set', 'human', 1, 1, 1, '2026-01-02T10:00:00Z', '2026-01-02T10:00:00Z');

insert into audit_parties (kind, name, entries, last_day) values
  ('actor', 'api', 1, '2026-01-02'),
  ('repo', 'octo-org/hello', 1, '2026-01-02');

insert into audit_exports (export_type, date_covered, entry_count, first_seq, last_seq, head_hash, file_path, file_hash, seal, signed, content_preview, final, created_at) values
  ('nightly', '2026-01-02', 1, 1, 1, 'b50aa19e5b4f4d5a3f7f9bd2d77d94d0d2dc5b7d8b6ad0e64eab6c9d2e3ee0f1', 'exports/audit-2026-01-02.jsonl', repeat('c', 64), '{}', false, '{', true, '2026-01-03T01:00:00Z');

insert into compliance_reports (report_type, status, period_start, period_end, generated_by, requested_by, control_filter, created_at) values
  ('soc2', 'pending', '2026-01-01T00:00:00Z', '2026-01-31T00:00:00Z', 'dashboard', 'api', '{}', '2026-01-31T00:00:00Z');

insert into repo_configs (repo_id, overrides, version, updated_by, updated_at) values
  (42, '{"settings":{"dry_run":true}}', 1, 'admin', '2026-01-02T10:00:00Z');

insert into config_history (repo_id, action, before, after, version, updated_by, created_at) values
  (42, 'set', '{}', '{"settings":{"dry_run":true}}', 1, 'admin', '2026-01-02T10:00:00Z');

insert into config_files (repo_id, path, sha, content, fetched_at, checked_at) values
  (42, '.service.yml', repeat('7', 40), '{"version":1}', '2026-01-02T10:00:00Z', '2026-01-02T10:00:00Z');

insert into decisions (repo_id, source, trigger_event, target_type, target_number, pillar, decision, reason, conditions,
    plan, inputs, config_used, config_version, evaluator, evaluator_version, waiver_id, commit_sha, actor, created_at) values
  (42, 'triage', 'issues.opened', 'issue', 7, 'triage', 'acted', null, '[{"check":"pillar_enabled(triage)","result":true}]',
    '{"label":"bug"}', '{"pillar":"triage"}', '{"settings":{"dry_run":false}}', 3, 'guards', 1, null, null, 'service[bot]', '2026-01-02T10:00:00Z'),
  (42, 'custom_rules', 'pull_request.opened', 'pr', 8, 'custom_rules', 'skipped', 'There is a waiver.', '[]',
    null, null, null, null, null, null, 5, repeat('a', 40), 'service[bot]', '2026-01-02T10:01:00Z');

insert into managed_actions (repo_id, repo_full_name, source, pillar, action_type, action_key, action_value, target_type,
    target_number, target, arguments, marker, marked_at, context_hash, decision_id, actor, status, evidence, blocked_reason,
    proposed_at, approved_at, executed_at, resolved_at, check_after, created_at)
  select 42, 'octo-org/hello', 'ai_triage', 'triage', 'add-label', 'add-label:bug', 'bug', 'issue', number, 'issue:' || number,
    '{"label":"bug"}', ('00000000-0000-4000-8000-00000000000' || number)::uuid, '2026-01-02T10:00:00Z'::timestamptz, '0123456789abcdef', (select min(id) from decisions),
    'service[bot]', status, '{"label":"bug"}', reason, '2026-01-02T10:00:00Z', '2026-01-02T10:00:00Z', null, resolved, null,
    '2026-01-02T10:00:00Z'
  from (values (7, 'approved', null, null::timestamptz), (8, 'blocked', 'policy_denied', '2026-01-02T10:00:01Z')) as row (number, status, reason, resolved);

insert into managed_action_events (action_id, from_status, to_status, actor, at, detail)
  select id, null, 'proposed', 'service[bot]', '2026-01-02T10:00:00Z', null from managed_actions;

insert into action_checks (action_id, check_type, expected, actual, drifted, checked_at)
  select id, 'label', 'bug', null, true, '2026-01-02T16:00:00Z' from managed_actions;

insert into evidence_tallies (repo_id, day, measure, lane, amount) values
  (42, '-infinity', 'decisions.of.triage.acted', 0, 1),
  (0, '2026-01-02', 'decisions.of.triage.acted', 3, 1);

insert into waivers (repo_id, pillar, scope, scope_value, reason, granted_by, granted_principal, source, created_at,
  expires_at, active, live)
values (42, 'triage', 'branch', 'release/*', 'A release is under way.', 'octocat', 'api', 'api', '2026-01-02T10:00:00Z',
  '2026-02-01T00:00:00Z', true, true);

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

insert into duplicate_signals (repo_id, source_issue_id, target_issue_id, kind, similarity, status, evidence, created_at,
  updated_at, live)
values (42, 102, 101, 'duplicate', 9340, 'pending',
  '{"title": 0.8, "body": 0.7, "failures": 1, "was_open": true, "age_days": 3, "hits": 0}', '2026-01-02T10:00:00Z',
  '2026-01-02T10:00:00Z', true);

insert into duplicate_backfills (repo_id, job_id, total, done, found, reached, started_at)
values (42, 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa', 10, 4, 1, 7, '2026-01-02T10:00:00Z');

insert into triages (repo_id, target_type, target_id, target_number, content_version, job_id, decision_id, type, priority,
  probability, is_sure, model, label, heard, heard_type, heard_by, heard_at, created_at)
values (42, 'issue', 1, 1, repeat('f', 32), '6f1f3a52-5a0b-4c53-9d2c-0f6f3f7d1c11', 1, 'bug', 'medium', 0.93, true, 'a+3', 'bug',
  'corrected', 'feature', 'octocat', '2026-01-02T11:00:00Z', '2026-01-02T10:00:00Z');

insert into triage_models (repo_id, model, lessons, version, revision, updated_at)
values (42, '{"form":1,"lessons":[]}', 0, 1, '6f1f3a52-5a0b-4c53-9d2c-0f6f3f7d1c12', '2026-01-02T10:00:00Z');

insert into triage_failures (job_id, repo_id, target_type, target_number, trigger_event, error, attempts, state, created_at)
values ('6f1f3a52-5a0b-4c53-9d2c-0f6f3f7d1c13', 42, 'pr', 7, 'pull_request.opened', 'The host does not answer.', 9, 'open',
  '2026-01-02T10:00:00Z');

insert into heal_attempts (ci_run_id, host_run_id, repo_id, run_attempt, attempt, workflow_name, branch, head_sha, trigger,
  job_id, status, skip_reason, strategy, repair, pr_number, pr_status, pr_closed_at, failure_type, transient, rule, root_cause, confidence, signature, extract, created_at, started_at,
  finished_at, updated_at, outcome, settled_run_attempt, live)
select id, host_run_id, repo_id, 1, 1, 'test', 'main', repeat('a', 40), 'webhook', '00000000-0000-4000-8000-000000000001',
  'skipped', 'no_file', 'patch_pr', 'model', 9, 'merged', '2026-01-03T10:00:00Z', 'network', true, 'connection-reset', 'The network or a remote service failed.', 'high', repeat('e', 32),
  '[{"job":"build","from":1,"to":1,"lines":["read ECONNRESET"]}]', '2026-01-02T10:00:00Z', '2026-01-02T10:00:01Z',
  '2026-01-02T10:10:00Z', '2026-01-02T10:10:00Z', null, null, true
from ci_runs order by id limit 1;

insert into model_days (day, tokens) values ('2026-01-01', 1200);
insert into fix_attempts (repo_id, issue_number, attempt, triggered_by, dry_run, job_id, status, complexity, confidence, risk_score,
  risk_level, base_branch, base_sha, analysis, explanation, files_changed, lines_changed, branch_name, pr_number, created_at,
  started_at, finished_at, updated_at, released_at, release_tag, live)
select repo_id, number, 1, 'api', false, '00000000-0000-4000-8000-000000000001', 'merged', 'simple', 'medium', 0, 'low', 'main',
  repeat('a', 40), '{}', 'A word is wrong.', '{src/a.ts}', 2, 'service/fix-1', 9, '2026-01-02T10:00:00Z', '2026-01-02T10:00:01Z',
  '2026-01-02T10:01:00Z', '2026-01-02T10:01:00Z', '2026-01-04T10:00:00Z', 'v1.0.0', true
from issues order by id limit 1;

insert into recount_walks (walk, position, steps) values ('repositories', '1', 1);
insert into recount_repairs (kind, sums) values ('issues', 1);
