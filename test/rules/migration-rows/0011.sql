insert into repo_configs (repo_id, overrides, version, updated_by, updated_at) values
  (42, '{"settings":{"dry_run":true}}', 1, 'admin', '2026-01-02T10:00:00Z');
insert into config_history (repo_id, action, before, after, version, updated_by, created_at) values
  (42, 'set', '{}', '{"settings":{"dry_run":true}}', 1, 'admin', '2026-01-02T10:00:00Z');
insert into config_files (repo_id, path, sha, content, fetched_at, checked_at) values
  (42, '.service.yml', repeat('7', 40), '{"version":1}', '2026-01-02T10:00:00Z', '2026-01-02T10:00:00Z');
