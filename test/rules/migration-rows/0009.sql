insert into decisions (repo_id, source, trigger_event, target_type, target_number, pillar, decision, reason, conditions,
    plan, inputs, config_used, config_version, evaluator, evaluator_version, waiver_id, commit_sha, actor, created_at) values
  (42, 'triage', 'issues.opened', 'issue', 7, 'triage', 'acted', null, '[{"check":"pillar_enabled(triage)","result":true}]',
    '{"label":"bug"}', '{"pillar":"triage"}', '{"settings":{"dry_run":false}}', 3, 'guards', 1, null, null, 'service[bot]', '2026-01-02T10:00:00Z'),
  (42, 'custom_rules', 'pull_request.opened', 'pr', 8, 'custom_rules', 'skipped', 'There is a waiver.', '[]',
    null, null, null, null, null, null, 5, repeat('a', 40), 'service[bot]', '2026-01-02T10:01:00Z');

insert into managed_actions (repo_id, repo_full_name, source, pillar, action_type, action_key, action_value, target_type,
    target_number, target, arguments, marker, context_hash, decision_id, actor, status, evidence, blocked_reason,
    proposed_at, approved_at, executed_at, resolved_at, check_after, created_at)
  select 42, 'octo-org/hello', 'ai_triage', 'triage', 'add-label', 'add-label:bug', 'bug', 'issue', number, 'issue:' || number,
    '{"label":"bug"}', ('00000000-0000-4000-8000-00000000000' || number)::uuid, '0123456789abcdef', (select min(id) from decisions),
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
