insert into delivery_hours (hour, event_name, lane, total, ignored, processed, failed, dead, errors) values
  ('2026-01-02T10:00:00Z', 'issues', 7, 1, 0, 2, -1, 0, -1);
