insert into webhook_deliveries (delivery_id, event_name, action, repo_id, entity, state, received_at, payload_sha256) values
  ('of-an-issue', 'issues', 'opened', 42, '42#7', 'queued', '2026-01-02T10:00:00Z', repeat('f', 64));
