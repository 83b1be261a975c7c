insert into audit_head (id, seq, entry_hash, prev_hash, day) values
  (1, 1, 'b50aa19e5b4f4d5a3f7f9bd2d77d94d0d2dc5b7d8b6ad0e64eab6c9d2e3ee0f1', null, '2026-01-02');

insert into audit_entries (seq, category, event_type, actor, actor_type, repo_full_name, pr_number, commit_sha, payload, framework, control_id, payload_hash, prev_hash, entry_hash, occurred_at) values
  (1, 'config_change', 'set', 'api', 'human', 'octo-org/hello', 7, repeat('a', 40), '{}', '{iso27001}', 'A.12.1.2', '44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a', null, 'b50aa19e5b4f4d5a3f7f9bd2d77d94d0d2dc5b7d8b6ad0e64eab6c9d2e3ee0f1', '2026-01-02T10:00:00Z');

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
