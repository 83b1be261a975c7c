insert into webhook_deliveries (delivery_id, event_name, state, error, attempts, received_at, payload, payload_sha256) values
  ('d-again', 'push', 'queued', 'it did not work', 1, '2026-01-02T10:00:04Z', '{}', repeat('5', 64));
insert into delivery_hours (hour, event_name, lane, total, errors) values
  ('2026-01-02T10:00:00Z', 'push', 5, 1, 1);
