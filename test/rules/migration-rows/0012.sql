insert into waivers (repo_id, pillar, scope, scope_value, reason, granted_by, granted_principal, source, created_at,
  expires_at, active, live)
values (42, 'triage', 'branch', 'release/*', 'A release is under way.', 'octocat', 'api', 'api', '2026-01-02T10:00:00Z',
  '2026-02-01T00:00:00Z', true, true);
