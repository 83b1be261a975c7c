insert into host_budgets (credential, installation_id, resource, remaining, "limit", used, reset_at, updated_at) values
  ('app-1', 7, 'core', 4990, 5000, 10, '2026-01-02T11:00:00Z', '2026-01-02T10:00:00Z'),
  ('app-1', 0, 'core', 0, 5000, 5000, '2026-01-02T11:00:00Z', '2026-01-02T10:00:00Z');

insert into host_cooldowns (credential, installation_id, scope, reason, until) values
  ('app-1', 0, 'resource:core', 'rate_exhausted', '2026-01-02T11:00:05Z'),
  ('app-1', 8, 'global', 'token_invalid', '2026-01-02T10:02:00Z');

insert into host_hours (hour, lane, requests, errors, hits, misses) values
  ('2026-01-02T10:00:00Z', 3, 12, 1, 5, 6);
