insert into governance_entries (actor, action, target_type, target_id, payload, success, error, created_at) values
  ('api', 'queue.admit', 'queue_entry', 'octo-org/hello#5', '{"pr_number":5,"admitted":true}', true, null, '2026-01-02T10:00:00Z'),
  ('api', 'reconciler.run', 'reconciler', '*', '{"run_id":1}', true, null, '2026-01-02T11:00:00Z');
