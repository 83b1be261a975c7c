insert into webhook_deliveries (delivery_id, event_name, action, repo_id, state, received_at, payload_sha256, rules_at, skipped_by) values
  ('with-rules', 'issues', 'opened', 42, 'processed', '2026-01-02T10:00:00Z', repeat('e', 64), '2026-01-02T10:00:01Z', 'leave-alone');
