insert into installations (host_id, account_login, account_type, target_id, suspended_at, created_at, updated_at) values
  (7, 'octo-org', 'Organization', 70, null, '2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z'),
  (8, null, null, null, '2026-01-02T00:00:00Z', '2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z');

insert into repositories (host_id, installation_id, full_name, owner, name, private, default_branch, archived, deleted_at, seen_at, created_at) values
  (42, 7, 'octo-org/hello', 'octo-org', 'hello', false, 'main', false, null, '2026-01-02T00:00:00Z', '2026-01-01T00:00:00Z'),
  (43, null, 'octo-org/Gone', 'octo-org', 'Gone', true, null, true, '2026-01-02T00:00:00Z', '2026-01-02T00:00:00Z', '2026-01-01T00:00:00Z');

insert into webhook_deliveries (delivery_id, event_name, action, repo, repo_id, installation_id, state, error, attempts, received_at, processed_at, failed_at, duplicate_count, last_duplicate_at, payload, payload_sha256, job_id) values
  ('d-queued', 'issues', 'opened', 'octo-org/hello', 42, 7, 'queued', null, 0, '2026-01-02T10:00:00Z', null, null, 0, null, '{"title":"a\u0000b"}', repeat('0', 64), '6f1b0c3e-7a52-4a0e-9d0f-3f1f0a3e5b10'),
  ('d-processed', 'issues', 'closed', 'octo-org/hello', 42, 7, 'processed', null, 1, '2026-01-02T10:00:01Z', '2026-01-02T10:00:02Z', null, 2, '2026-01-02T10:00:03Z', null, repeat('1', 64), '6f1b0c3e-7a52-4a0e-9d0f-3f1f0a3e5b11'),
  ('d-ignored', 'ping', null, null, null, null, 'ignored', null, 0, '2026-01-02T10:00:02Z', '2026-01-02T10:00:02Z', null, 0, null, '{}', repeat('2', 64), null),
  ('d-failed', 'push', null, 'octo-org/hello', 42, 7, 'failed', 'it did not work', 5, '2026-01-02T10:00:03Z', null, '2026-01-02T10:05:00Z', 0, null, '{}', repeat('3', 64), '6f1b0c3e-7a52-4a0e-9d0f-3f1f0a3e5b12'),
  ('d-dead', 'push', null, 'octo-org/hello', 42, 7, 'dead', 'it did not work', 5, '2026-01-01T10:00:03Z', null, null, 0, null, '{}', repeat('4', 64), '6f1b0c3e-7a52-4a0e-9d0f-3f1f0a3e5b13');

insert into delivery_hours (hour, event_name, total, ignored, processed, failed, dead, errors) values
  ('2026-01-02T10:00:00Z', 'issues', 2, 0, 1, 0, 0, 0),
  ('2026-01-02T10:00:00Z', 'ping', 1, 1, 0, 0, 0, 0),
  ('2026-01-02T10:00:00Z', 'push', 1, 0, 0, 1, 0, 1),
  ('2026-01-01T10:00:00Z', 'push', 1, 0, 0, 0, 1, 1);

insert into sessions (token_sha256, principal, key_id, ip, user_agent, created_at, last_seen_at, expires_at) values
  (repeat('a', 64), 'api', repeat('b', 32), '127.0.0.1', 'a browser', '2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z', '2026-01-09T00:00:00Z'),
  (repeat('c', 64), 'admin', repeat('d', 32), null, null, '2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z', '2026-01-09T00:00:00Z');

insert into rate_limits (key, taken, granted, reset_at) values
  ('ip:127.0.0.1', 12, 12, '2026-01-02T10:01:00Z'),
  ('login:127.0.0.1', 1, 1, '2026-01-02T10:15:00Z');
