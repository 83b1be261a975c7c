insert into governance_entries (actor, action, target_type, target_id, payload, success, error, created_at) values
  ('api', 'settings.update', 'repo', 'octo-org/hello', '{"before":{},"after":{}}', true, null, '2026-01-02T10:00:00Z'),
  ('api', 'settings.update', 'repo', 'octo-org/gone', null, false, 'Repository octo-org/gone is not known.', '2026-01-02T11:00:00Z');

insert into governance_sums (actor, target_type, success, entries) values
  ('api', 'repo', true, 1),
  ('api', 'repo', false, 1);

insert into maintenance_settings (repo_id, stale_issue_days, enabled, updated_at)
  select host_id, 90, true, '2026-01-02T10:00:00Z' from repositories order by host_id limit 1;
