insert into delivery_checks (checked_until, checked_at, missed, missed_from, missed_until) values
  ('2026-01-02T10:00:00Z', '2026-01-02T10:02:00Z', 2, '2026-01-02T09:00:00Z', '2026-01-02T09:30:00Z');
