insert into webhook_deliveries (delivery_id, event_name, repo, repo_id, state, received_at, processed_at, payload_sha256) values
  ('d-of-repository', 'push', 'octo-org/hello', 42, 'processed', '2026-01-02T10:00:05Z', '2026-01-02T10:00:06Z', repeat('6', 64));
insert into delivery_hours (hour, event_name, lane, total, processed) values
  ('2026-01-02T10:00:00Z', 'push', 2, 1, 1);
